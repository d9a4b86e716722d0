import { answerPasskey, listPhones, scanCode, typeCode } from '@kirim/contract/sandbox'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConical, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { Select } from '#shared/ui/select.tsx'

const ANY = 'any'

/** On the sandbox network a virtual phone scans the code. */
export function SandboxScan() {
  const { t } = useTranslation()
  const phones = useQuery(callQuery(listPhones)).data ?? []
  const free = phones.filter((phone) => !phone.linked)
  const [chosen, setChosen] = useState(ANY)
  const phoneNumber = free.some((phone) => phone.phoneNumber === chosen) ? chosen : ANY
  return (
    <SandboxHelp
      title={t('No phone at hand?')}
      text={t('On the sandbox network a virtual phone can scan this code for you.')}
      act={() => request(scanCode, { body: phoneNumber === ANY ? {} : { phoneNumber } })}
      action={t('Scan with the sandbox phone')}
      busyText={t('Scanning...')}
      failed={t('The code could not be scanned.')}
    >
      {free.length > 0 && (
        <Select
          aria-label={t('Sandbox phone')}
          icon={<Smartphone aria-hidden="true" />}
          value={phoneNumber}
          onValueChange={setChosen}
          options={[
            { value: ANY, label: t('Any free phone') },
            ...free.map(({ name, phoneNumber: value }) => ({ value, label: name, detail: value })),
          ]}
          className="mb-2"
        />
      )}
    </SandboxHelp>
  )
}

/** The virtual phone with this number types the code. */
export function SandboxType() {
  const { t } = useTranslation()
  return (
    <SandboxHelp
      title={t('No phone at hand?')}
      text={t('On the sandbox network a virtual phone with this number can type the code for you.')}
      act={() => request(typeCode)}
      action={t('Type it on the sandbox phone')}
      busyText={t('Typing...')}
      failed={t('The code could not be typed.')}
    />
  )
}

/** A virtual passkey answers. */
export function SandboxPasskey() {
  const { t } = useTranslation()
  return (
    <SandboxHelp
      title={t('No passkey at hand?')}
      text={t('On the sandbox network a virtual passkey can answer for you.')}
      act={() => request(answerPasskey)}
      action={t('Answer with a virtual passkey')}
      busyText={t('Answering...')}
      failed={t('The passkey could not answer.')}
    />
  )
}

interface SandboxHelpProps {
  title: string
  text: string
  act: () => Promise<unknown>
  action: string
  busyText: string
  failed: string
  children?: ReactNode
}

function SandboxHelp({ title, text, act, action, busyText, failed, children }: SandboxHelpProps) {
  const client = useQueryClient()
  const acting = useSingleMutation({
    mutationFn: act,
    onError: (error) => toast({ title: messageOf(error, failed), tone: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(listPhones) }),
  })
  return (
    <div className="mt-auto rounded-lg bg-muted p-4">
      <p className="font-medium">{title}</p>
      <p className="mt-0.5 mb-3 text-caption text-muted-foreground">{text}</p>
      {children}
      <Button
        className="w-full"
        busy={acting.isPending}
        busyText={busyText}
        onClick={() => acting.mutate(undefined)}
      >
        <FlaskConical aria-hidden="true" />
        {action}
      </Button>
    </div>
  )
}
