import { MEDIA_MAX_BYTES } from '@kirim/contract/limits'
import { describe, expect, it } from 'vitest'
import { fileKindOf, fileSizeText, mediaKindOf } from './media-file.ts'
import { mediaFileProblem } from './media-problem.ts'

describe('a file to upload', () => {
  it.each([
    ['an image', 'image/png', 1, null],
    ['a video of exactly the limit', 'video/mp4', MEDIA_MAX_BYTES, null],
    ['one byte too many', 'image/png', MEDIA_MAX_BYTES + 1, 'File size exceeds the 10MB limit.'],
    ['sound', 'audio/mpeg', 1, null],
    ['a document', 'application/pdf', 1, null],
    [
      'a document of a type that is not taken',
      'application/msword',
      1,
      'Only image or video files are allowed.',
    ],
    ['a type nobody knows', '', 1, 'Only image or video files are allowed.'],
    ['a large document', 'text/csv', MEDIA_MAX_BYTES * 2, 'Only image or video files are allowed.'],
  ])('%s', (_name, type, size, problem) => {
    expect(mediaFileProblem({ type, size })).toBe(problem)
  })
})

it.each([
  ['Menu.PDF', '', 'document'],
  ['menu.odt', 'application/octet-stream', 'document'],
  ['menu.pdf.exe', '', 'other'],
  ['menu.txt', 'image/png', 'image'],
])('a file called %s of the type %j is: %s', (name, type, kind) => {
  expect(fileKindOf({ name, type })).toBe(kind)
})

it.each([
  ['image/jpeg', 'image'],
  ['video/quicktime', 'video'],
  ['audio/ogg; codecs=opus', 'audio'],
  ['application/pdf', 'document'],
  ['application/msword', 'other'],
  ['', 'other'],
])('the kind of %s', (type, kind) => {
  expect(mediaKindOf(type)).toBe(kind)
})

it.each([
  [0, 'en', '0 bytes'],
  [1, 'en', '1 byte'],
  [195, 'en', '195 bytes'],
  [1, 'ms-MY', '1 bait'],
  [195, 'ms-MY', '195 bait'],
  [1023, 'en', '1,023 bytes'],
  [14 * 1024, 'en', '14 kB'],
  [1024 * 1024 - 1, 'en', '1 MB'],
  [2.4 * 1024 * 1024, 'en', '2.4 MB'],
  [2.4 * 1024 * 1024, 'en-DE', '2,4 MB'],
])('%d bytes read in %s as %s', (bytes, locale, text) => {
  expect(fileSizeText(bytes, locale)).toBe(text)
})
