// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fieldIssue } from '#shared/forms/field-issue.ts'
import { problemResolver } from '#shared/forms/problem-resolver.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf, groupOf } from '#shared/testing/samples.ts'
import { type CampaignValues, newCampaignValues, problemsOf } from '../values/campaign-values.ts'
import { goToPlace, PLACES } from '../values/form-places.ts'
import { FoldingSection } from './folding-section.tsx'
import { MessageSummary, WhenSummary, WhoSummary } from './section-summaries.tsx'

const data = {
  campaign: null,
  devices: [deviceOf()],
  groups: [groupOf()],
  media: [],
  optOutLineByDefault: true,
}

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(cleanup)

function Form({ values }: { values: Partial<CampaignValues> }) {
  const form = useForm<CampaignValues>({
    defaultValues: { ...newCampaignValues('d1'), ...values },
    resolver: problemResolver(problemsOf, {}),
  })
  return (
    <FormProvider {...form}>
      <FoldingSection
        title="Who"
        fields={['campaignName', 'deviceId', 'contactGroupId']}
        summary={<WhoSummary data={data} />}
      >
        <div id={PLACES.link}>
          <input aria-label="Name" {...form.register('campaignName')} />
        </div>
      </FoldingSection>
      <button
        type="button"
        onClick={() => form.setError('deviceId', fieldIssue('campaign_device_required'))}
      >
        Refuse
      </button>
      <p data-testid="message">
        <MessageSummary media={{ kind: 'library', ids: ['m1'] }} />
      </p>
      <p data-testid="when">
        <WhenSummary />
      </p>
    </FormProvider>
  )
}

const show = (values: Partial<CampaignValues> = {}) => renderPage(<Form values={values} />)
const filled = { campaignName: ' Raya ', contactGroupId: 'g1' }
const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const field = () => screen.queryByRole('textbox', { name: 'Name' })

it('folds to its answers and opens again, keeping the focus', async () => {
  show(filled)
  await press('Collapse')
  const change = screen.getByRole('button', { name: 'Change' })
  expect(change.getAttribute('aria-expanded')).toBe('false')
  expect(field()).toBeNull()
  within(screen.getByRole('region', { name: 'Who' })).getByText('Raya, from Kedai to Pelanggan')
  change.focus()
  await press('Change')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Collapse' }))
  expect(field()).not.toBeNull()
})

it('does not fold while a field is invalid', async () => {
  show({ ...filled, contactGroupId: '' })
  await press('Collapse')
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
})

it('opens for a problem found later', async () => {
  show(filled)
  await press('Collapse')
  await press('Refuse')
  await waitFor(() => expect(field()).not.toBeNull())
})

it('opens for a finding that leads into it', async () => {
  show(filled)
  await press('Collapse')
  act(() => goToPlace('link'))
  expect(document.activeElement).toBe(field())
})

it.each<[Partial<CampaignValues>, string, string]>([
  [
    { caption: 'Hello', optOutLine: 'en' },
    '1 file, 5 characters, 1 variation, opt-out line in English',
    'As soon as the queue is empty. 5 to 10 s apart, Anytime',
  ],
  [
    {
      caption: '',
      variants: [{ letter: 'B', caption: 'x' }],
      enableLink: true,
      optOutLine: 'ms',
      scheduledAt: '2026-11-27T07:00',
      minIntervalSeconds: 5,
      maxIntervalSeconds: 5,
      campaignScheduleType: 'daytime',
      statusEnabled: false,
    },
    '1 file, 0 characters, 2 variations, a link, opt-out line in Bahasa Melayu',
    'Friday, 27 November, 07:00. 5 s apart, Daytime (7am-6pm), switched off',
  ],
])('summarizes the message and the schedule: %j', (values, message, when) => {
  show(values)
  expect(screen.getByTestId('message').textContent).toBe(message)
  expect(screen.getByTestId('when').textContent).toBe(when)
})

it('summarizes further devices', async () => {
  show({ ...filled, alsoFrom: ['d1', 'd2', 'd3'] })
  await press('Collapse')
  screen.getByText('Raya, from Kedai and 2 more to Pelanggan')
})
