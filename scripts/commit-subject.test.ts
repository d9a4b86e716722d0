import { expect, test } from 'vitest'
import { problemOf } from './lib/commit-subject.mjs'

test.each([
  'Add a page of chats',
  'Remove the plain reader',
  'Fix deadlock when deleting a campaign',
  'Pass the clock on',
  'Focus the first field',
  'Embed the page',
  'Bring back the queue',
  'Feed the index',
  'Use the S3 client’s own retries',
])('%s is a subject', (subject) => {
  expect(problemOf(subject)).toBeNull()
})

test.each([
  'A campaign says where its file is',
  'The list is sorted',
  'Who deletes a campaign no longer waits',
  'Added a page',
  'Adding a page',
  'Adds a page',
  'add a page',
  'fix: a page',
  `Add ${'x'.repeat(70)}`,
])('%s is no subject', (subject) => {
  expect(problemOf(subject)).not.toBeNull()
})
