import sharp from 'sharp'

type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'tiff'

/** A real picture, noisy enough that truncating it damages it. */
export function picture(format: Format, side = 120): Promise<Buffer> {
  return sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#888888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .toFormat(format)
    .toBuffer()
}

/** A minimal ISO media file of the given brand that is accepted as a movie, of `size` bytes. */
export function isoVideo(brand: 'isom' | '3gp5' | 'qt  ' | 'M4A ', size = 4096): Buffer {
  const head = Buffer.concat([
    uint32(24),
    Buffer.from(`ftyp${brand}`),
    uint32(0x200),
    Buffer.from(`isom${brand}`),
  ])
  const film = Buffer.concat([uint32(8), Buffer.from('moov')])
  const samples = Buffer.concat([uint32(size - head.length - film.length), Buffer.from('mdat')])
  return Buffer.concat([head, film, samples], size)
}

export function webm(): Buffer {
  const docType = Buffer.concat([Buffer.from([0x42, 0x82, 0x84]), Buffer.from('webm')])
  const header = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 + docType.length])
  return Buffer.concat([header, docType, Buffer.alloc(64)])
}

/** A file in an image format that is not supported. */
export function bitmap(): Buffer {
  return Buffer.concat([Buffer.from('BM'), uint32(0x3a000000), Buffer.alloc(54)])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
