import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeGroup } from '../../testing/test-browser.ts'
import { startTestNodes, type TestNode, type TestNodes } from '../../testing/test-nodes.ts'

let nodes: TestNodes
let a: TestNode
let b: TestNode
beforeEach(async () => {
  nodes = await startTestNodes(8)
  a = await nodes.start('a')
  b = await nodes.start('b')
})
afterEach(() => nodes.stop())

test.each([
  ['frozen', 'freeze'],
  ['stopped', 'stop'],
] as const)('what a node that is %s was erasing is erased by another', async (_, end) => {
  const session = await nodes.newUser(a)
  const people = [{ name: 'Siti', phoneNumber: '60123456701' }]
  const id = await makeGroup(a, session, 'Pelanggan', people)
  await nodes.db.updateTable('contact_groups').set({ erasing: 1 }).where('id', '=', id).execute()
  const isThere = async () =>
    (await nodes.db.selectFrom('contact_groups').select('id').where('id', '=', id).execute())
      .length > 0
  expect(await isThere()).toBe(true)
  await a[end]()
  await until('it is erased', async () => !(await isThere()))
  const { body } = await b.call('GET', '/contacts', { token: session.token })
  expect(body).toMatchObject([{ name: 'Siti' }])
})

test('sign-in attempts of an address are counted over all nodes', async () => {
  const session = await nodes.newUser(a)
  const body = { email: session.email, password: 'wrong password' }
  const codes: unknown[] = []
  for (const node of [a, b, a, b, a, b, a, b, a, b, a, b]) {
    codes.push((await node.call('POST', '/users/login', { body })).body)
  }
  const isRefused = (answer: unknown) => JSON.stringify(answer).includes('too_many_sign_ins')
  expect(codes.map(isRefused)).toEqual([...Array(10).fill(false), true, true])
})
