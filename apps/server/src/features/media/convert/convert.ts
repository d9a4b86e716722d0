import { readFile, rm, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { MEDIA_MAX_BYTES } from '@kirim/contract/limits'
import { DomainError } from '../../../platform/errors.ts'
import { createFairQueue } from '../../../platform/fair-queue.ts'
import type { Ffmpeg } from '../media.ports.ts'
import type { Film } from './read-film.ts'

const LONGEST_SIDE = 1280
const THUMBNAIL_SIDE = 96
const POSTER_SIDE = 480
/** Sent to every recipient, in the message itself. */
const THUMBNAIL_MAX_BYTES = 16 * 1024
/** 8K; a small file that decodes to more takes gigabytes. */
const PIXELS_MAX = 40_000_000
const BLOCK_MAX_BYTES = 512 * 1024 * 1024
/**
 * ffmpeg stops at this size: above the limit of files, so that a file over the limit is noticed.
 */
const OUTPUT_MAX_BYTES = MEDIA_MAX_BYTES + 1024 * 1024
/** Shorter limits for results without which the file can still be sent. */
const GIF_LIMIT_MS = 60_000
const THUMBNAIL_LIMIT_MS = 15_000
const THREADS = Math.min(2, availableParallelism())

const RECODED = [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '26'],
  ...['-maxrate', '2500k', '-bufsize', '5000k', '-fpsmax', '30'],
  ...['-pix_fmt', 'yuv420p', '-vf', `${fitting(LONGEST_SIDE)}:force_divisible_by=2`],
]
const AS_MP4 = ['-movflags', '+faststart', '-f', 'mp4']

export interface Files {
  readonly path: string
  readonly madePath: string
  /** ffmpeg's name of the file's format, so that it does not guess. */
  readonly format: string
}

/** What ffmpeg makes of uploads. Throws `media_unreadable` for a file that it cannot read. */
export interface Converter {
  /** Makes an MP4 with H.264 and AAC; streams in these codecs are copied. */
  video(member: string, files: Files, film: Film | null): Promise<void>
  /** Makes a video of a GIF. */
  gif(member: string, files: Files): Promise<void>
  /** Makes a voice note. */
  voice(member: string, files: Files): Promise<void>
  /** Samples of a sound as signed bytes, 4000 in a second. */
  samples(member: string, files: Files): Promise<void>
  /** The first frame of an MP4, in base64; null when there is none. */
  thumbnail(member: string, files: Files): Promise<string | null>
  /** Makes a JPEG of the first frame of a video; false when there is none. */
  poster(member: string, files: Files): Promise<boolean>
}

/** Uses at most as many threads as there are cores. */
export function createConverter(ffmpeg: Ffmpeg): Converter {
  const queue = createFairQueue({
    concurrency: Math.max(1, Math.floor(availableParallelism() / THREADS)),
  })

  async function make(
    member: string,
    files: Files,
    output: readonly string[],
    limitMs?: number,
  ): Promise<void> {
    const result = await queue.run(member, () =>
      ffmpeg.run(
        [
          ...['-hide_banner', '-nostdin', '-y', '-loglevel', 'quiet'],
          ...['-protocol_whitelist', 'file,pipe', '-max_alloc', String(BLOCK_MAX_BYTES)],
          ...['-threads', String(THREADS), '-max_pixels', String(PIXELS_MAX), '-f', files.format],
          ...['-i', `file:${files.path}`, '-map_metadata', '-1', '-map_chapters', '-1'],
          ...['-threads', String(THREADS), '-fs', String(OUTPUT_MAX_BYTES), ...output],
          `file:${files.madePath}`,
        ],
        limitMs,
      ),
    )
    if (result === 'too_slow') throw new DomainError('media_convert_too_slow')
    if (result === 'stopped') throw new DomainError('shutting_down')
    if (result === 'failed') throw new DomainError('media_unreadable')
    const { size } = await stat(files.madePath)
    if (size > MEDIA_MAX_BYTES) throw new DomainError('media_converted_too_large')
  }

  return {
    video: (member, files, film) =>
      make(member, files, [
        ...['-map', '0:V:0', '-map', '0:a:0?'],
        ...(film?.picture?.isH264 ? ['-c:v', 'copy'] : RECODED),
        ...(film?.sound === 'aac'
          ? ['-c:a', 'copy']
          : ['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000']),
        ...AS_MP4,
      ]),
    gif: (member, files) =>
      make(member, files, ['-map', '0:V:0', '-an', ...RECODED, ...AS_MP4], GIF_LIMIT_MS),
    voice: (member, files) =>
      make(member, files, [
        ...['-map', '0:a:0', '-ac', '1', '-ar', '48000', '-c:a', 'libopus', '-b:a', '48k'],
        ...['-f', 'ogg'],
      ]),
    samples: (member, files) =>
      make(member, files, ['-map', '0:a:0', '-ac', '1', '-ar', '4000', '-f', 's8']),
    async thumbnail(member, files) {
      try {
        await make(member, files, firstFrame(THUMBNAIL_SIDE), THUMBNAIL_LIMIT_MS)
        const picture = await readFile(files.madePath)
        const isUseful = picture.length > 0 && picture.length <= THUMBNAIL_MAX_BYTES
        return isUseful ? picture.toString('base64') : null
      } catch (error) {
        if (isNotMade(error)) return null
        throw error
      } finally {
        await rm(files.madePath, { force: true })
      }
    },
    async poster(member, files) {
      try {
        await make(member, files, firstFrame(POSTER_SIDE), THUMBNAIL_LIMIT_MS)
        return (await stat(files.madePath)).size > 0
      } catch (error) {
        if (isNotMade(error)) return false
        throw error
      }
    },
  }
}

/** A JPEG of the first frame. */
function firstFrame(side: number): string[] {
  return [
    ...['-map', '0:V:0', '-frames:v', '1', '-vf', fitting(side)],
    ...['-pix_fmt', 'yuvj420p', '-q:v', '6', '-f', 'mjpeg'],
  ]
}

/** Whether ffmpeg could not convert the file, or not in time. */
export function isNotMade(error: unknown): boolean {
  const isSlow = error instanceof DomainError && error.code === 'media_convert_too_slow'
  return isSlow || isUnreadable(error)
}

export function isUnreadable(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'media_unreadable'
}

function fitting(side: number): string {
  return `scale=w='min(${side},iw)':h='min(${side},ih)':force_original_aspect_ratio=decrease`
}
