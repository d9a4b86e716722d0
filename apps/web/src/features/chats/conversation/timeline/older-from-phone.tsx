import { askOlderMessages } from '@kirim/contract/chat-history'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'

/** Before the oldest entry: asks the phone for older messages, which come by the events. */
export function OlderFromPhone({ chatId }: { chatId: string }) {
  const { t } = useTranslation()
  const mayAsk = useMay('chats:write')
  const [outcome, setOutcome] = useState<'came' | 'none' | 'away'>('came')
  const asking = useSingleMutation({
    mutationFn: () => request(askOlderMessages, { params: { id: chatId } }),
    onSuccess: (answer) => setOutcome(answer.outcome),
    onError: (failure) =>
      toast({ title: messageOf(failure, t('The phone could not be asked.')), tone: 'error' }),
  })
  if (!mayAsk) return null
  return (
    <div className="absolute inset-x-0 top-1.5 flex items-center justify-center gap-2 text-xs text-muted-foreground">
      <span role="status">
        {outcome === 'none' && t('Nothing older on the phone.')}
        {outcome === 'away' && t('The phone does not answer.')}
      </span>
      {outcome !== 'none' && (
        <Button
          variant="ghost"
          size="sm"
          busy={asking.isPending}
          busyText={t('Asking the phone…')}
          onClick={() => asking.mutate(undefined)}
        >
          {t('Older messages from the phone')}
        </Button>
      )}
    </div>
  )
}
