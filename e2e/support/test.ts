import { startPostgres } from '@kirim/testing/postgres'
import { IS_DEEP } from '@kirim/testing/test-run'
import {
  type Browser,
  test as base,
  expect,
  type Locator,
  type Page,
  type Route,
} from '@playwright/test'
import { Client, callApi, form } from './api.ts'
import { COLOR_RULES, violationsIn } from './axe.ts'
import { type Server, startServer } from './server.ts'

export interface Person {
  readonly name: string
  readonly email: string
  readonly password: string
}

export interface WorkerOptions {
  /** The database of the server. */
  engine: 'SQLite' | 'PostgreSQL'
}

interface WorkerFixtures extends WorkerOptions {
  server: Server
  /** A signed-in user with one linked number, for all tests of a worker. */
  member: Member
  /** The admin of the server. */
  admin: Client
}

/** A user with a linked number. */
export class Member extends Client {
  /** The device's id. */
  deviceId = ''
  /** The device's number, digits only. */
  number = ''

  /** Writes to the linked number as one of its contacts. */
  async hear(contact: string, text: string): Promise<void> {
    await this.ok('POST', `${this.#chat(contact)}/messages`, form({ text }))
  }

  /** The messages that a contact got from the linked number, oldest first. */
  async said(contact: string): Promise<string[]> {
    const messages: { direction: string; text: string }[] = await this.ok(
      'GET',
      `${this.#chat(contact)}/messages`,
    )
    return messages.filter(({ direction }) => direction === 'to-contact').map(({ text }) => text)
  }

  #chat(contact: string): string {
    return `/sandbox/phones/${this.number}/chats/${contact}`
  }
}

const ADMIN = { name: 'Admin', email: 'admin@example.com', password: 'the password of the admin' }

interface TestFixtures {
  /** A new user, signed in and on the dashboard. */
  person: Person
}

let people = 0

export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ['SQLite', { option: true, scope: 'worker' }],
  server: [
    async ({ engine }, use) => {
      const postgres = engine === 'PostgreSQL' ? await startPostgres() : null
      const server = await startServer({
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        ...(postgres && { DATABASE_URL: postgres.url('postgres') }),
      })
      await use(server)
      await server.stop()
      postgres?.stop()
    },
    { scope: 'worker' },
  ],
  admin: [async ({ server }, use) => use(await clientOf(server.url, ADMIN)), { scope: 'worker' }],
  member: [
    async ({ server, browser }, use) => {
      const member = await newMember(server.url, browser)
      await use(member)
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

/** Every page of these tests belongs to the member. */
export const memberTest = test.extend({
  storageState: async ({ member }, use) => use(storageOf(member)),
})

/** Every page of these tests belongs to the admin. */
export const adminTest = test.extend({
  storageState: async ({ admin }, use) => use(storageOf(admin)),
})

/** What the browser stores for a signed-in user [4.auth.login]. */
export function storageOf({ url, session }: Client) {
  const localStorage = [
    { name: 'userInfo', value: JSON.stringify(session) },
    { name: 'token', value: session.token },
  ]
  return { cookies: [], origins: [{ origin: url, localStorage }] }
}

/** A new user, signed in over HTTP. */
export async function newClient(url: string, name?: string): Promise<Client> {
  const person = newPerson(name)
  await registerOverHttp(url, person)
  return clientOf(url, person)
}

/** A new user with a linked number. */
export async function newMember(url: string, browser: Browser): Promise<Member> {
  const { session } = await newClient(url, 'Siti')
  const member = new Member(url, session)
  const context = await browser.newContext({ baseURL: url, storageState: storageOf(member) })
  await linkNumber(await context.newPage())
  await context.close()
  const [device] = await member.ok('GET', '/whatsapp/devices')
  member.deviceId = device.id
  member.number = device.number
  return member
}

async function clientOf(url: string, { email, password }: Person): Promise<Client> {
  const { body } = await callApi(url, null, 'POST', '/users/login', { email, password })
  return new Client(url, body)
}

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

/**
 * A step that proves requirements, with their ids in its title, where `npm run conformance` finds
 * them.
 */
export function shows(ids: string, body: () => Promise<unknown>): Promise<void> {
  const tags = ids.split(' ').map((id) => `[${id}]`)
  return test.step(tags.join(' '), async () => {
    await body()
  })
}

interface Refusal {
  /** Not 5xx for loads, which are retried first. */
  status?: number
  /** The body of the response; empty when omitted. */
  body?: object
}

/** Answers this call with a refusal from now on; the returned function ends that. */
export async function refuse(
  page: Page,
  call: string,
  { status = 400, body }: Refusal = {},
): Promise<() => Promise<void>> {
  const [method, path = ''] = call.split(' ')
  const isCall = ({ pathname }: URL) => new RegExp(`^/api${path}$`).test(pathname)
  const handler = (route: Route) =>
    route.request().method() === method
      ? route.fulfill({ status, body: body ? JSON.stringify(body) : '' })
      : route.fallback()
  await page.route(isCall, handler)
  return () => page.unroute(isCall, handler)
}

/** Holds this call back until the returned function is called. */
export async function holdBack(page: Page, call: string): Promise<() => void> {
  const [method, path = ''] = call.split(' ')
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(
    ({ pathname }) => new RegExp(`^/api${path}$`).test(pathname),
    async (route) => {
      if (route.request().method() === method) await promise
      await route.fallback()
    },
  )
  return resolve
}

/** The visible toast of the signed-in area. */
export function toastOf(page: Page): Locator {
  return page.locator('[data-sonner-toast][data-front=true][data-removed=false]')
}

/**
 * The number of running transitions and animations in the page, without endless ones like a
 * spinner's.
 */
function countMoving(html: {
  getAnimations(options: { subtree: true }): {
    playState: string
    effect: { getComputedTiming(): { endTime: number } } | null
  }[]
}): number {
  return html
    .getAnimations({ subtree: true })
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    .filter(({ playState }) => playState === 'running').length
}

/**
 * Expects no violation of axe's rules, or only of `rules` if given, in the page's current theme,
 * once nothing on it moves. What also runs on PostgreSQL is looked at on SQLite alone: the pages
 * are the same.
 */
export async function expectNoViolations(page: Page, rules?: readonly string[]): Promise<void> {
  if (test.info().project.name === 'PostgreSQL') return
  await expect.poll(() => page.locator('html').evaluate(countMoving)).toBe(0)
  expect(await violationsIn(page, rules)).toEqual([])
}

/**
 * The same in the midst of a journey, with everything that is open. In the deep run alone: in `npm
 * test` every page is looked at once, as it opens.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (IS_DEEP) await expectNoViolations(page)
}

/** The same, also of what the colours of the other theme can break. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  if (!IS_DEEP) return
  const root = page.locator('html')
  await expectNoViolations(page)
  await root.evaluate((html) => html.classList.toggle('dark'))
  await expectNoViolations(page, COLOR_RULES)
  await root.evaluate((html) => html.classList.toggle('dark'))
}

/** Neither the page nor a dialog is wider than what shows it. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const parts = page.locator('html, [role=dialog] div')
  const wider = () =>
    parts.evaluateAll((all) => all.filter((part) => part.scrollWidth > part.clientWidth).length)
  // Some parts measure themselves only after the window has another size.
  await expect.poll(wider, page.url()).toBe(0)
}

export { expect }
