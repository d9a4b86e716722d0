// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { problemResolver } from '#shared/forms/problem-resolver.ts'
import { i18n } from '#shared/i18n/i18n.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf, groupOf } from '#shared/testing/samples.ts'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { fill, stubLayout } from '#shared/testing/user.ts'
import { bulkCampaignOf } from '../testing/campaigns.ts'
import { formDataOf } from '../testing/form-data.ts'
import {
  type CampaignValues,
  DELETED_GROUP,
  newCampaignValues,
  problemsOf,
} from '../values/campaign-values.ts'
import { WhoSection } from './who-section.tsx'

const group = groupOf()

const device = deviceOf()

function Probe({ fixedDeviceId = null }: { fixedDeviceId?: string | null }) {
  const [{ groups, devices }, setData] = useState({ groups: [group], devices: [device] })
  const form = useForm<CampaignValues>({
    defaultValues: { ...newCampaignValues('d1'), contactGroupId: 'g1' },
    resolver: problemResolver(problemsOf, {}),
  })
  const data = formDataOf({ devices, groups })
  return (
    <FormProvider {...form}>
      <WhoSection data={data} fixedDeviceId={fixedDeviceId} />
      <output>{form.watch(['deviceId', 'contactGroupId']).join(' ')}</output>
      <button type="button" onClick={() => setData({ groups: [], devices })}>
        Delete the group elsewhere
      </button>
      <button type="button" onClick={() => setData({ groups, devices: [] })}>
        Remove the device elsewhere
      </button>
    </FormProvider>
  )
}

afterEach(async () => {
  cleanup()
  await i18n.changeLanguage('en')
  vi.unstubAllGlobals()
})

const held = () => screen.getByRole('status').textContent
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())

it.each([
  ['group', 'Delete the group elsewhere', 'Contact Group is required for Bulk Campaign.', 'd1 '],
  [
    'device',
    'Remove the device elsewhere',
    'Device ID is required. Please select or ensure device is connected.',
    ' g1',
  ],
])(
  'a chosen %s that is gone elsewhere is chosen no more, and the field says so [5.bulk.group] [5.bulk.device]',
  async (_what, button, sentence, left) => {
    stubResizeObserver()
    renderPage(<Probe />)
    expect(held()).toBe('d1 g1')
    await press(button)
    await screen.findByText(sentence)
    expect(held()).toBe(left)
  },
)

it('a device given by the URL stays selected', async () => {
  stubResizeObserver()
  renderPage(<Probe fixedDeviceId="d1" />)
  await press('Remove the device elsewhere')
  expect(held()).toBe('d1 g1')
  screen.getByText('A device that is no longer linked')
})

describe('the hints of the fields', () => {
  type Given = Partial<ComponentProps<typeof WhoSection>['data']>

  function show(given: Given, values: Partial<CampaignValues> = {}, fixed: string | null = null) {
    stubLayout()
    function Form() {
      const form = useForm<CampaignValues>({
        defaultValues: { ...newCampaignValues('d1'), contactGroupId: 'g1', ...values },
        resolver: problemResolver(problemsOf, {}),
        mode: 'onChange',
      })
      return (
        <FormProvider {...form}>
          <WhoSection data={formDataOf(given)} fixedDeviceId={fixed} />
        </FormProvider>
      )
    }
    renderPage(<Form />)
  }
  const noteOf = (name: string) => {
    const field = screen.getByRole('combobox', { name })
    return (
      document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent || null
    )
  }
  const off = deviceOf({ connected: false })

  it.each<[string, Given, string | null, string | null]>([
    ['connected', {}, null, null],
    ['connected, and fixed', {}, 'd1', 'The campaign belongs to this device.'],
    [
      'not connected',
      { devices: [off] },
      null,
      'This device is not connected. Messages are sent once it reconnects.',
    ],
    [
      'not connected, and fixed',
      { devices: [off] },
      'd1',
      'This device is not connected. Messages are sent once it reconnects.',
    ],
    [
      'gone, and fixed',
      { devices: [deviceOf({ id: 'd2' })] },
      'd1',
      'This device is no longer linked to your account.',
    ],
    [
      'none there is',
      { devices: [] },
      'd1',
      'No devices found. Please connect a device on the WhatsApp page first.',
    ],
  ])('a device that is %s', (_what, given, fixed, note) => {
    show(given, {}, fixed)
    expect(noteOf('Device')).toBe(note)
  })

  it.each([0, 1, 2, 1200])('a group of %i, in both languages', async (count) => {
    for (const language of ['en', 'ms']) {
      await i18n.changeLanguage(language)
      show({ groups: [groupOf('g1', 'Staf', count)] })
      const field = screen.getByRole('combobox', { name: i18n.t('Contact group') })
      const n = count.toLocaleString('en')
      expect(field.textContent).toContain(`· ${i18n.t('{n} contacts', { count, n })}`)
      expect(noteOf(i18n.t('Contact group'))).toBe(
        count === 0
          ? i18n.t('This group has no contacts yet, so no one would get the message.')
          : null,
      )
      cleanup()
    }
  })

  it('without groups there is a link to create one', () => {
    show({ groups: [] }, { contactGroupId: '' })
    const field = screen.getByRole<HTMLButtonElement>('combobox', { name: 'Contact group' })
    expect([field.disabled, field.textContent]).toEqual([true, 'No contact groups found.'])
    const link = screen.getByRole('link', { name: 'Create a group on the contacts page.' })
    expect(link.getAttribute('href')).toBe('/contacts')
  })

  it('a deleted group is shown with the people the campaign keeps', async () => {
    const campaign = bulkCampaignOf({
      contactGroupId: null,
      contactGroupName: 'Lama',
      progress: { counts: { queued: 3, read: 2 } },
    })
    show({ campaign }, { contactGroupId: DELETED_GROUP })
    const field = screen.getByRole('combobox', { name: 'Contact group' })
    expect(field.textContent).toContain('Lama (as saved)')
    expect(field.textContent).toContain('· 5 contacts')
    fireEvent.keyDown(field, { key: 'Enter' })
    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Lama (as saved)'),
      expect.stringContaining('Pelanggan'),
    ])
  })

  it.each([
    ['  ', 'Campaign name is required.'],
    ['\u200b', 'Campaign name is required.'],
    ['x'.repeat(200), null],
    ['x'.repeat(201), 'A campaign name may have at most 200 characters.'],
  ])('the name %j: %s', async (name, problem) => {
    show({})
    const box = screen.getByLabelText<HTMLInputElement>('Campaign name')
    expect(box.maxLength).toBe(200)
    await fill('Campaign name', name)
    const note = document.getElementById(box.getAttribute('aria-describedby') ?? '')
    expect(note?.textContent ?? null).toBe(problem)
    expect(box.getAttribute('aria-invalid')).toBe(problem ? 'true' : null)
  })
})
