import { answerPasskey } from '@kirim/contract/sandbox'
import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'

/** On the sandbox network a virtual passkey answers (decision 4). */
export function SandboxPasskey() {
  const { t } = useTranslation()
  const answering = useSingleMutation({
    mutationFn: () => request(answerPasskey),
    onError: (error) =>
      toast({ title: messageOf(error, t('The passkey could not answer.')), tone: 'error' }),
  })
  return (
    <div className="rounded-lg bg-muted p-4">
      <p className="font-medium">{t('No passkey at hand?')}</p>
      <p className="mt-0.5 mb-3 text-caption text-muted-foreground">
        {t('On the sandbox network a virtual passkey can answer for you.')}
      </p>
      <Button
        busy={answering.isPending}
        busyText={t('Answering...')}
        onClick={() => answering.mutate(undefined)}
      >
        <FlaskConical aria-hidden="true" />
        {t('Answer with a virtual passkey')}
      </Button>
    </div>
  )
}
