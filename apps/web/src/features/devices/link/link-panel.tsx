import { useTranslation } from 'react-i18next'
import { useAppInfo } from '#shared/api/app-info.ts'
import { Button } from '#shared/ui/button.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'
import type { PlanRoom } from '../use-devices.ts'
import { CodeWithRing } from './code-with-ring.tsx'
import { LinkNotice } from './link-notice.tsx'
import type { LinkWay } from './link-state.ts'
import { LinkSteps } from './link-steps.tsx'
import { PairingPanel } from './pairing-panel.tsx'
import { PasskeyPanel } from './passkey/passkey-panel.tsx'
import { PlanFull } from './plan-full.tsx'
import { SandboxScan, SandboxType } from './sandbox-help.tsx'
import { TimeLeft } from './time-left.tsx'
import type { Link } from './use-link.ts'

interface LinkPanelProps {
  link: Link
  room: PlanRoom
  way: LinkWay
  /** A pairing code is for any number that is typed. */
  isForAny: boolean
}

/** The code while it can be scanned; otherwise the current state and the next step. */
export function LinkPanel({ link, room, way, isForAny }: LinkPanelProps) {
  const { t } = useTranslation()
  const sandbox = useAppInfo()?.network === 'sandbox'
  const { code, pairing, passkey, status, ended } = link.state
  if (passkey) return <PasskeyPanel link={link} passkey={passkey} />
  if (!code && room.full && link.line !== 'disconnected' && status !== 'Connecting...') {
    return <PlanFull plan={room.plan} limit={room.limit} linked={ended === 'linked'} />
  }
  return (
    <div className="border-t p-5 sm:p-6">
      {isForAny && (
        <Segmented
          full
          aria-label={t('How to link')}
          value={way}
          onValueChange={link.chooseWay}
          options={[
            { value: 'qr', label: t('Scan a QR code') },
            { value: 'code', label: t('Type a pairing code') },
          ]}
          className="mb-5 sm:w-auto"
        />
      )}
      {isForAny && way === 'code' ? (
        <PairingPanel link={link} sandbox={sandbox && pairing && <SandboxType />} />
      ) : (
        <ScanPanel link={link} sandbox={sandbox} />
      )}
    </div>
  )
}

function ScanPanel({ link, sandbox }: { link: Link; sandbox: boolean }) {
  const { t } = useTranslation()
  const { code } = link.state
  return (
    <div className="grid gap-x-8 gap-y-6 md:max-lg:grid-cols-[298px_minmax(0,1fr)]">
      <div className="mx-auto w-full max-w-[298px]">
        {code ? <CodeWithRing code={code} /> : <LinkNotice link={link} way="qr" />}
      </div>
      <div className="flex min-w-0 flex-col">
        {code && (
          <TimeLeft
            until={code.expiresAt}
            label={t('This code renews in')}
            over={t('This code is being renewed')}
            className="mb-4"
          />
        )}
        {!sandbox && <LinkSteps />}
        {sandbox && code && <SandboxScan />}
        {sandbox && !code && (
          <p className="text-caption text-muted-foreground">
            {t('This is the sandbox: a virtual phone scans the code, so no real phone is needed.')}
          </p>
        )}
        {code && (
          <Button variant="ghost" onClick={link.cancel} className="mt-4 -ml-3.5 self-start">
            {t('Cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}
