import type { SandboxPhone } from '@kirim/contract/sandbox'
import { Link2, Unlink, Zap } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { usePhoneActions } from './use-sandbox.ts'

interface PhonesColumnProps {
  phones: readonly SandboxPhone[]
  current: SandboxPhone
  onOpen: (phoneNumber: string) => void
  className?: string
}

export function PhonesColumn({ phones, current, onOpen, className }: PhonesColumnProps) {
  const { t } = useTranslation()
  return (
    <section
      aria-labelledby="phones"
      className={cn('flex min-h-0 flex-col overflow-y-auto bg-background lg:border-r', className)}
    >
      <div className="p-2.5">
        <h2
          id="phones"
          className="px-2.5 pt-1.5 pb-2 text-caption font-medium text-muted-foreground"
        >
          {t('Virtual phones')}
        </h2>
        <ul>
          {phones.map((phone) => (
            <li key={phone.phoneNumber}>
              <PhoneButton
                phone={phone}
                current={phone.phoneNumber === current.phoneNumber}
                onOpen={onOpen}
              />
            </li>
          ))}
        </ul>
        {current.linked && <Faults key={current.phoneNumber} phone={current} />}
      </div>
    </section>
  )
}

interface PhoneButtonProps {
  phone: SandboxPhone
  current: boolean
  onOpen: (phoneNumber: string) => void
}

function PhoneButton({ phone, current, onOpen }: PhoneButtonProps) {
  const { name, phoneNumber, linked, online } = phone
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={() => onOpen(phoneNumber)}
      className={cn(
        'flex w-full items-center gap-3 rounded-md p-2.5 text-left transition-colors duration-100 hover:bg-accent',
        current && 'lg:bg-accent',
      )}
    >
      <Avatar name={name} kind={linked ? 'number' : 'person'} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="tnum block text-caption text-muted-foreground">{phoneNumber}</span>
      </span>
      <LinkMark linked={linked} online={online} />
    </button>
  )
}

function LinkMark({ linked, online }: Pick<SandboxPhone, 'linked' | 'online'>) {
  const { t } = useTranslation()
  if (!linked) {
    return (
      <Unlink role="img" aria-label={t('Not linked')} className="size-4 text-muted-foreground" />
    )
  }
  return (
    <Link2
      role="img"
      aria-label={online ? t('Linked to Kirim') : t('Linked, not connected')}
      className={cn('size-4', online ? 'text-success' : 'text-warning')}
    />
  )
}

/** Simulates faults of real phones. */
function Faults({ phone }: { phone: SandboxPhone }) {
  const { t } = useTranslation()
  const { change } = usePhoneActions()
  const [asking, setAsking] = useState(false)
  const { phoneNumber, name } = phone
  return (
    <div className="mt-3 rounded-md border border-dashed border-input p-3">
      <h3 className="mb-2.5 flex items-center gap-2 text-caption font-medium">
        <Zap className="size-4" aria-hidden="true" />
        <span className="truncate">{t('Simulated faults for {name}', { name })}</span>
      </h3>
      <div className="flex flex-wrap gap-2 *:flex-auto">
        <Button
          size="sm"
          disabled={change.isPending || !phone.online}
          onClick={() => change.mutate({ phoneNumber, action: 'drop' })}
        >
          {t('Drop connection')}
        </Button>
        <Button
          size="sm"
          variant="danger-outline"
          disabled={change.isPending}
          onClick={() => setAsking(true)}
        >
          {t('Unlink')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Unlink this phone')}
        description={t(
          'Acts as if the device was removed on the phone: {name} is logged out and must be linked again.',
          { name },
        )}
        action={t('Unlink')}
        onConfirm={() => {
          setAsking(false)
          change.mutate({ phoneNumber, action: 'unlink' })
        }}
      />
    </div>
  )
}
