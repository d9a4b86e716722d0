import type { AiDeviceSummary } from '@kirim/contract/chatbots'
import { CircleAlert, QrCode } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#shared/ui/button.tsx'
import { DeviceProblemText } from '#shared/ui/device-problem.tsx'
import { EnabledBadge } from '#shared/ui/status-badge.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { useNumberSwitch } from './use-numbers.ts'

/** Whether a number's chatbot answers, its switch, and the next step when it cannot answer. */
export function NumberState({ summary }: { summary: AiDeviceSummary }) {
  return (
    <div className="flex w-full flex-col gap-3">
      {summary.needsSetup ? <NeedsSetup /> : <StatusSwitch summary={summary} />}
      {!summary.connected && <ReconnectHint summary={summary} />}
    </div>
  )
}

function NeedsSetup() {
  const { t } = useTranslation()
  const mayWrite = useMay('chatbots:write')
  return (
    <p className="flex gap-2.5 text-caption">
      <CircleAlert className="mt-px size-4 shrink-0 text-warning" aria-hidden="true" />
      {mayWrite
        ? t('Add and enable at least one chatbot campaign to turn this number on.')
        : t('No chatbot campaign is enabled, so this number does not answer.')}
    </p>
  )
}

/** Disabled while its update is in flight; shows the server's answer. */
function StatusSwitch({ summary }: { summary: AiDeviceSummary }) {
  const { t } = useTranslation()
  const change = useNumberSwitch(summary.id)
  const { name, number, statusEnabled, connected } = summary
  const answering = connected ? t('Answering messages') : t('Waiting for the number to connect')
  return (
    <div className="flex w-full items-center justify-between gap-4">
      <div>
        <p className="font-medium">{t('Status')}</p>
        <p className="text-caption text-muted-foreground">
          {statusEnabled ? answering : t('Not answering')}
        </p>
      </div>
      <Allowed to="chatbots:write" otherwise={<EnabledBadge enabled={statusEnabled} />}>
        <Switch
          aria-label={t('Status of {name}', { name: name || number })}
          checked={statusEnabled}
          disabled={change.isPending}
          onCheckedChange={(isEnabled) => change.mutate(isEnabled)}
        />
      </Allowed>
    </div>
  )
}

function ReconnectHint({ summary }: { summary: AiDeviceSummary }) {
  const { t } = useTranslation()
  const { unlinked, problem, statusEnabled, needsSetup } = summary
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-40 flex-1 text-caption text-muted-foreground">
        {problem ? (
          <DeviceProblemText problem={problem} />
        ) : statusEnabled && !needsSetup ? (
          <AnswersAgain unlinked={unlinked} />
        ) : (
          <NotConnected unlinked={unlinked} />
        )}
      </p>
      <Allowed to="numbers:write">
        <Button size="sm" asChild>
          <Link to="/scan-device">
            <QrCode aria-hidden="true" />
            {unlinked ? t('Link again') : problem ? t('Show the number') : t('Reconnect')}
          </Link>
        </Button>
      </Allowed>
    </div>
  )
}

/** Says when the chatbot answers again. */
function AnswersAgain({ unlinked }: { unlinked: boolean }) {
  const { t } = useTranslation()
  return unlinked
    ? t(
        'This number was unlinked on its phone. Its items are kept and answer again once you link it.',
      )
    : t('The chatbot answers again once the number reconnects.')
}

/** Shown for a number that would not answer even if it were connected. */
function NotConnected({ unlinked }: { unlinked: boolean }) {
  const { t } = useTranslation()
  return unlinked
    ? t('This number was unlinked on its phone. Its items are kept.')
    : t('The number is not connected.')
}
