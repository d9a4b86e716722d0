import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type Server, startServer } from './server.ts'

export interface Person {
  readonly name: string
  readonly email: string
  readonly password: string
}

interface WorkerFixtures {
  server: Server
}

interface TestFixtures {
  /** Somebody who is registered and signed in, on the dashboard. */
  person: Person
}

let people = 0

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern to see what is used.
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  person: async ({ page, server }, use) => {
    const person = newPerson()
    await registerOverHttp(server.url, person)
    await signIn(page, person)
    await use(person)
  },
})

export function newPerson(name = 'Aisyah'): Person {
  people += 1
  return {
    name,
    email: `person${people}-${process.pid}-${Date.now()}@example.com`,
    password: 'a long password',
  }
}

export async function registerOverHttp(url: string, person: Person): Promise<void> {
  const answer = await fetch(`${url}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  if (!answer.ok) throw new Error(`Registering failed with ${answer.status}`)
}

export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Welcome, ${person.name}`)
}

/** Links a number with the sandbox phone, as a person would. */
export async function linkNumber(page: Page): Promise<void> {
  await page.goto('/scan-device')
  await page.getByRole('button', { name: 'Connect Another Device' }).click()
  await page.getByRole('button', { name: 'Scan with the sandbox phone' }).click()
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible()
}

/** No violation of any rule axe knows, in the theme the page is in. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`),
  ).toEqual([])
}

export { expect }
