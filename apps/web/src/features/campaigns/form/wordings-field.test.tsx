// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, describe, expect, it } from 'vitest'
import { problemResolver } from '#shared/forms/problem-resolver.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubLayout } from '#shared/testing/user.ts'
import {
  bodyOf,
  type CampaignValues,
  newCampaignValues,
  problemsOf,
} from '../values/campaign-values.ts'
import { WordingsField } from './wordings-field.tsx'

let saved: CampaignValues | null = null

function Form({ values }: { values: Partial<CampaignValues> }) {
  const [shown, setShown] = useState(0)
  const required = { campaignName: 'Raya', contactGroupId: 'g1', caption: 'First' }
  const form = useForm<CampaignValues>({
    defaultValues: { ...newCampaignValues('d1'), ...required, ...values },
    resolver: problemResolver(problemsOf),
  })
  const submit = form.handleSubmit((given) => {
    saved = given
  })
  return (
    <FormProvider {...form}>
      <form onSubmit={submit}>
        <WordingsField shown={shown} onShow={setShown} />
        <button type="submit">Save</button>
      </form>
    </FormProvider>
  )
}

function show(values: Partial<CampaignValues> = {}) {
  stubLayout()
  saved = null
  renderPage(<Form values={values} />)
}
afterEach(cleanup)

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const tabs = () => screen.queryAllByRole('tab').map((tab) => tab.textContent)
const write = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })

describe('the variations of a campaign', () => {
  it('are a single caption without tabs until another is added', () => {
    show()
    expect(tabs()).toEqual([])
    expect(screen.getByRole('textbox', { name: 'Caption' })).toHaveProperty('value', 'First')
    press('Add a variation')
    expect(tabs()).toEqual(['A', 'B'])
    write('Variation B', 'Second')
    press('Add a variation')
    press('Add a variation')
    expect(tabs()).toEqual(['A', 'B', 'C', 'D'])
    expect(screen.queryByRole('button', { name: 'Add a variation' })).toBeNull()
  })

  it('are sent with their letters, new ones without', async () => {
    show({ variants: [{ letter: 'C', caption: 'Third' }] })
    expect(tabs()).toEqual(['A', 'C'])
    press('Add a variation')
    write('Variation D', 'Fourth')
    press('Save')
    await screen.findByRole('tab', { name: 'Variation D' })
    await expect.poll(() => saved?.variants).toHaveLength(2)
    const options = { editing: false, timeZone: 'UTC' }
    const body = saved && bodyOf(saved, { kind: 'none' }, options)
    expect(JSON.parse(String(body?.variants))).toEqual([
      { letter: 'C', caption: 'Third' },
      { caption: 'Fourth' },
    ])
  })

  it('selects an empty variation when the form is submitted', async () => {
    show({ variants: [{ letter: 'B', caption: ' ' }] })
    expect(screen.queryByRole('textbox', { name: 'Variation B' })).toBeNull()
    press('Save')
    await screen.findByText('Write this variation or remove it.')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('B')
    press('Remove variation B')
    expect(tabs()).toEqual([])
    press('Save')
    await expect.poll(() => saved?.variants).toEqual([])
  })
})
