import { listPhones, scanCode } from '@kirim/contract/sandbox'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConical, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { Select } from '#shared/ui/select.tsx'

const ANY = 'any'

/** On the sandbox network a virtual phone scans the code (decision 4). */
export function SandboxScan() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const phones = useQuery(callQuery(listPhones)).data ?? []
  const free = phones.filter((phone) => !phone.linked)
  const [chosen, setChosen] = useState(ANY)
  const phoneNumber = free.some((phone) => phone.phoneNumber === chosen) ? chosen : ANY
  const scan = useSingleMutation({
    mutationFn: () => request(scanCode, { body: phoneNumber === ANY ? {} : { phoneNumber } }),
    onError: (error) =>
      toast({ title: messageOf(error, t('The code could not be scanned.')), tone: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(listPhones) }),
  })
  return (
    <div className="mt-auto rounded-lg bg-muted p-4">
      <p className="font-medium">{t('No phone at hand?')}</p>
      <p className="mt-0.5 mb-3 text-caption text-muted-foreground">
        {t('On the sandbox network a virtual phone can scan this code for you.')}
      </p>
      {free.length > 0 && (
        <Select
          aria-label={t('Sandbox phone')}
          icon={<Smartphone aria-hidden="true" />}
          value={phoneNumber}
          onValueChange={setChosen}
          disabled={scan.isPending}
          options={[
            { value: ANY, label: t('Any free phone') },
            ...free.map(({ name, phoneNumber: value }) => ({ value, label: name, detail: value })),
          ]}
          className="mb-2"
        />
      )}
      <Button
        className="w-full"
        busy={scan.isPending}
        busyText={t('Scanning...')}
        onClick={() => scan.mutate(undefined)}
      >
        <FlaskConical aria-hidden="true" />
        {t('Scan with the sandbox phone')}
      </Button>
    </div>
  )
}
