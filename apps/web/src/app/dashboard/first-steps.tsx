import { listGroups } from '@kirim/contract/contacts'
import { listDevices } from '@kirim/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { NEW_CAMPAIGN } from '#features/campaigns/list/campaigns-card.tsx'
import { callQuery } from '#shared/api/query.ts'
import { Card, CardHeader } from '#shared/ui/card.tsx'

/** For users who have not sent anything yet: the steps, in order, and which are done. */
export function FirstSteps() {
  const { t } = useTranslation()
  const devices = useQuery(callQuery(listDevices)).data
  const groups = useQuery(callQuery(listGroups)).data
  const steps = [
    {
      to: '/scan-device',
      title: t('Link a number'),
      text: t("Scan the code with this number's phone."),
      done: Boolean(devices?.length),
    },
    {
      to: '/contacts',
      title: t('Add your contacts'),
      text: t('Upload a spreadsheet into a group.'),
      done: Boolean(groups?.some(({ contactCount }) => contactCount > 0)),
    },
    {
      to: NEW_CAMPAIGN,
      title: t('Send a campaign'),
      text: t('One message, each person by name.'),
      done: false,
    },
  ]
  return (
    <Card aria-labelledby="first-steps" className="mb-5">
      <CardHeader
        className="max-sm:px-4"
        id="first-steps"
        title={t('Three steps to your first campaign')}
      />
      <ol className="grid border-t max-md:divide-y md:grid-cols-3 md:divide-x">
        {steps.map((step, index) => (
          <li key={step.to}>
            <Link
              to={step.to}
              className="group flex h-full items-center gap-3 px-5 py-4 max-sm:px-4 transition-colors duration-100 hover:bg-muted/60"
            >
              <StepMark number={index + 1} done={step.done} />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{step.title}</span>
                <span className="block text-caption text-muted-foreground">{step.text}</span>
              </span>
              <ArrowRight className="size-4 text-muted-foreground" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function StepMark({ number, done }: { number: number; done: boolean }) {
  const { t } = useTranslation()
  if (done) {
    return <CircleCheck role="img" aria-label={t('Done')} className="size-[22px] text-success" />
  }
  return (
    <span className="tnum grid size-[22px] shrink-0 place-items-center rounded-full border border-input text-xs font-medium">
      {number}
    </span>
  )
}
