// @vitest-environment jsdom
import { FURTHER_DEVICES_MAX } from '@kirim/contract/limits'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf } from '#shared/testing/samples.ts'
import { type CampaignValues, newCampaignValues } from '../values/campaign-values.ts'
import { AlsoFromField } from './also-from-field.tsx'

afterEach(cleanup)

const devices = Array.from({ length: FURTHER_DEVICES_MAX + 2 }, (_, place) =>
  deviceOf({
    id: `d${place + 1}`,
    name: `Phone ${place + 1}`,
    number: `6012345670${place}`,
    connected: place !== 2,
  }),
)

function show(given: Partial<CampaignValues> = {}, all = devices) {
  function Form() {
    const form = useForm<CampaignValues>({
      defaultValues: { ...newCampaignValues('d1'), ...given },
    })
    const chosen = useWatch({ control: form.control, name: 'alsoFrom' })
    return (
      <FormProvider {...form}>
        <AlsoFromField devices={all} />
        <output>{chosen.join()}</output>
      </FormProvider>
    )
  }
  renderPage(<Form />)
}

const boxes = () => screen.queryAllByRole<HTMLInputElement>('checkbox')
const chosen = () => screen.getByRole('status').textContent

it('lists all other devices, and marks the disconnected ones', () => {
  show()
  screen.getByRole('group', { name: 'Also send from' })
  expect(
    boxes()
      .map((box) => box.labels?.[0]?.textContent)
      .slice(0, 2),
  ).toEqual(['Phone 2 60123456701', 'Phone 3 Disconnected'])
  expect(boxes()).toHaveLength(devices.length - 1)
})

it('limits the number of devices, and allows removing one', () => {
  show()
  for (const box of boxes().slice(0, FURTHER_DEVICES_MAX)) fireEvent.click(box)
  const last = () => boxes().at(-1)
  expect(last()?.disabled).toBe(true)
  const [first] = boxes()
  if (first) fireEvent.click(first)
  expect(last()?.disabled).toBe(false)
  expect(chosen()?.split(',')).toHaveLength(FURTHER_DEVICES_MAX - 1)
})

it('leaves out the campaign’s own device, even if it was selected before', () => {
  show({ deviceId: 'd2', alsoFrom: ['d2', 'd1'] })
  fireEvent.click(screen.getByRole('checkbox', { name: /^Phone 3/ }))
  expect(chosen()).toBe('d1,d3')
})

it.each([
  ['without a device of its own', { deviceId: '' }, devices],
  ['with a single device', {}, devices.slice(0, 1)],
])('is not rendered %s', (_, given, all) => {
  show(given, all)
  expect(boxes()).toEqual([])
})
