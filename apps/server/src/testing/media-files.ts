/** A voice note: the head of an Ogg page with Opus, then `size` bytes in all. */
export function voiceNote(size = 2048): Buffer {
  const page = Buffer.alloc(28)
  page.write('OggS', 'latin1')
  page[26] = 1
  page[27] = 19
  return Buffer.concat([page, Buffer.from('OpusHead\x01\x01'), Buffer.alloc(size)], size)
}

export function pdf(): Buffer {
  return Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\nstartxref\n9\n%%EOF\n')
}
