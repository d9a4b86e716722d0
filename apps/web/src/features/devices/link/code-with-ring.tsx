import { QRCodeSVG } from 'qrcode.react'
import { useTranslation } from 'react-i18next'
import { useSecondsUntil } from '#shared/time/countdown.ts'
import { cn } from '#shared/ui/cn.ts'
import { Spinner } from '#shared/ui/loading.tsx'
import type { ShownCode } from './link-state.ts'

/** QR display size [9.qr]. */
const CODE_SIZE = 250
const LAST_SECONDS = 5

/** The code on white in both themes, in a ring that empties clockwise from the top. */
export function CodeWithRing({ code }: { code: ShownCode }) {
  const { t } = useTranslation()
  const left = useSecondsUntil(code.expiresAt) ?? 0
  return (
    <div className="relative grid aspect-square w-full place-items-center">
      <Ring key={code.text} left={left} fraction={Math.min(1, (left * 1000) / code.lifeMs)} />
      <div className="grid size-[284px] max-w-[calc(100%-14px)] place-items-center rounded-[14px] bg-white p-3 max-sm:aspect-square max-sm:h-auto">
        <QRCodeSVG
          value={code.text}
          size={CODE_SIZE}
          title={t('QR code to scan with the phone')}
          className={cn('h-auto max-w-full', left === 0 && 'opacity-20')}
        />
      </div>
      {left === 0 && (
        <p className="absolute flex items-center gap-2 rounded-md bg-white px-2.5 py-1 text-caption font-medium text-black">
          <Spinner />
          {t('Renewing the code')}
        </p>
      )}
    </div>
  )
}

function Ring({ left, fraction }: { left: number; fraction: number }) {
  const shown = fraction * 100
  return (
    <svg
      viewBox="0 0 298 298"
      fill="none"
      aria-hidden="true"
      className="absolute inset-0 size-full"
      strokeWidth="3"
    >
      <rect x="2" y="2" width="294" height="294" rx="20" className="stroke-border" />
      {left > 0 && (
        <path
          d="M149 2h127a20 20 0 0 1 20 20v254a20 20 0 0 1-20 20H22a20 20 0 0 1-20-20V22A20 20 0 0 1 22 2z"
          pathLength="100"
          strokeLinecap="round"
          strokeDasharray={`${shown} 100`}
          strokeDashoffset={shown - 100}
          className={cn(
            'transition-[stroke-dasharray,stroke-dashoffset] duration-1000 ease-linear',
            left <= LAST_SECONDS ? 'stroke-warning' : 'stroke-primary',
          )}
        />
      )}
    </svg>
  )
}
