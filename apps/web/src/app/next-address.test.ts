import { expect, it } from 'vitest'
import { loginAddress, nextAddress } from './next-address.ts'

it.each([
  ['', '/'],
  ['?next=/', '/'],
  ['?next=/contacts', '/contacts'],
  ['?next=/add-campaign%3Ftype%3Dbulk%26a%3Db', '/add-campaign?type=bulk&a=b'],
  ['?next=/%2525', '/%25'],
  ['?next=/%25', '/%'],
  ['?next=//example.org', '/'],
  ['?next=///example.org', '/'],
  ['?next=/%5Cexample.org', '/'],
  ['?next=%5C%5Cexample.org', '/'],
  ['?next=/%09/example.org', '/'],
  ['?next=/%0A/example.org', '/'],
  ['?next=/%0D%5Cexample.org', '/'],
  ['?next=%09//example.org', '/'],
  ['?next=/.//example.org', '/'],
  ['?next=/a/..//example.org', '/'],
  ['?next=https://example.org/contacts', '/'],
  ['?next=javascript:alert(1)', '/'],
  ['?next=//', '/'],
  ['?next=http://', '/'],
])('%s leads to %s', (search, address) => {
  expect(nextAddress(search)).toBe(address)
})

it.each(['/contacts', '/add-campaign?type=bulk&a=b', '/ai-chatbot/%25/campaigns'])(
  'the sign-in address of %s leads back to it',
  (here) => {
    const { pathname, search } = new URL(here, 'http://kirim.example')
    expect(nextAddress(new URL(loginAddress({ pathname, search }), 'http://k').search)).toBe(here)
  },
)
