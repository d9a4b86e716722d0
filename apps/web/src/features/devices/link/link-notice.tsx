import { Ban, CircleCheck, KeyRound, QrCode, RotateCw, TimerOff, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { Spinner } from '#shared/ui/loading.tsx'
import type { LinkWay } from './link-state.ts'
import type { Link as LinkState } from './use-link.ts'

interface LinkNoticeProps {
  link: LinkState
  way: LinkWay
}

/** Shown instead of a code: the current state, and the next step. */
export function LinkNotice({ link, way }: LinkNoticeProps) {
  const notice = useNotice(link, way)
  if (!notice) return null
  const { icon, title, text, action } = notice
  return (
    <div
      role="status"
      className={cn(
        'flex flex-col items-center justify-center gap-3 border border-dashed border-input text-center [&_.lucide]:size-6 [&_button_.lucide]:size-4',
        // As large as the code, so that nothing moves when it appears.
        way === 'qr' ? 'aspect-square w-full rounded-[20px] px-7' : 'rounded-lg p-4',
      )}
    >
      {icon}
      <div>
        <p className="font-medium text-balance">{title}</p>
        {text && <p className="mt-1 text-caption text-balance text-muted-foreground">{text}</p>}
      </div>
      {action}
    </div>
  )
}

interface Notice {
  icon: ReactNode
  title: string
  text?: string
  action?: ReactNode
}

function useNotice({ state, line, showAnother }: LinkState, way: LinkWay): Notice | null {
  const { t } = useTranslation()
  const newCode = way === 'qr' && (
    <Button variant="primary" onClick={showAnother}>
      <QrCode aria-hidden="true" />
      {t('Show a new code')}
    </Button>
  )
  if (line === 'disconnected') {
    return {
      icon: <WifiOff className="text-destructive" />,
      title: t('Connection to server lost. Please reload the page.'),
      action: (
        <Button onClick={() => window.location.reload()}>
          <RotateCw aria-hidden="true" />
          {t('Reload the page')}
        </Button>
      ),
    }
  }
  if (state.status === 'Connecting...')
    return { icon: <Spinner />, title: t('Connecting, please wait...') }
  if (state.ended === 'linked') {
    return {
      icon: <CircleCheck className="text-success" />,
      title: t('The number is linked.'),
      text: t('It is in your list and ready to send.'),
      action: (
        <Button asChild>
          <Link to="/contacts">{t('Add your contacts')}</Link>
        </Button>
      ),
    }
  }
  if (state.status === 'limit_reached') {
    return {
      icon: <Ban className="text-muted-foreground" />,
      title: t('Connection limit reached for your plan.'),
      text: t('Disconnect a device to connect another one.'),
    }
  }
  if (state.ended === 'no_passkey') {
    return {
      icon: <KeyRound className="text-warning" />,
      title: t('The passkey was not confirmed.'),
      text: t('Nothing was linked. Get a new code and try again.'),
      action: newCode,
    }
  }
  if (state.ended === 'expired') {
    return {
      icon: <TimerOff className="text-warning" />,
      title:
        way === 'qr' ? t('No phone scanned the code in time.') : t('The code is no longer valid.'),
      text: t('Have the phone ready and get a new code.'),
      action: newCode,
    }
  }
  if (way === 'code') return null
  return {
    icon: <QrCode className="text-muted-foreground" />,
    title: t('No code yet'),
    text: t('Press Connect Another Device and a code appears here.'),
  }
}
