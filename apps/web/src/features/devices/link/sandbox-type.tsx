import { listPhones, typeCode } from '@kirim/contract/sandbox'
import { useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'

/** On the sandbox network the virtual phone with this number types the code (decision 4). */
export function SandboxType() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const typing = useSingleMutation({
    mutationFn: () => request(typeCode),
    onError: (error) =>
      toast({ title: messageOf(error, t('The code could not be typed.')), tone: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(listPhones) }),
  })
  return (
    <div className="mt-auto rounded-lg bg-muted p-4">
      <p className="font-medium">{t('No phone at hand?')}</p>
      <p className="mt-0.5 mb-3 text-caption text-muted-foreground">
        {t('On the sandbox network a virtual phone with this number can type the code for you.')}
      </p>
      <Button
        className="w-full"
        busy={typing.isPending}
        busyText={t('Typing...')}
        onClick={() => typing.mutate(undefined)}
      >
        <FlaskConical aria-hidden="true" />
        {t('Type it on the sandbox phone')}
      </Button>
    </div>
  )
}
