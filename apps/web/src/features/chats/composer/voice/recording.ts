/** What browsers record Opus in; Safari has another codec, which the server converts. */
const TYPES = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'] as const
const ENDINGS: Readonly<Record<string, string>> = {
  'audio/ogg': 'ogg',
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
}
/** Speech is clear at this, and an hour of it fits into a file. */
const BITS_PER_SECOND = 24_000
/** How often the recorder hands over what it has. */
const SLICE_MS = 500

/** Why nothing can be recorded. */
export type RecordingProblem = 'insecure' | 'refused' | 'no_microphone' | 'unsupported'

/** Thrown by `startRecording`. */
export class RecordingError extends Error {
  readonly problem: RecordingProblem

  constructor(problem: RecordingProblem) {
    super(problem)
    this.problem = problem
  }
}

export interface Recording {
  /** How loud it is right now, from 0 to 1. */
  level(): number
  /** Ends it; resolves with what was recorded. */
  stop(): Promise<File>
  /** Ends it and forgets what was recorded. */
  cancel(): void
}

/** Asks for the microphone and records from it. Throws a `RecordingError`. */
export async function startRecording(): Promise<Recording> {
  // Browsers hide the microphone from pages without TLS.
  if (!navigator.mediaDevices) throw new RecordingError('insecure')
  if (typeof MediaRecorder === 'undefined') throw new RecordingError('unsupported')
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type))
  if (!mimeType) throw new RecordingError('unsupported')
  const stream = await openMicrophone()
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND })
  const meter = createMeter(stream)
  const pieces: Blob[] = []
  recorder.ondataavailable = ({ data }) => void pieces.push(data)
  const ended = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve()
  })
  recorder.start(SLICE_MS)
  const end = async () => {
    if (recorder.state !== 'inactive') recorder.stop()
    await ended
    for (const track of stream.getTracks()) track.stop()
    await meter.close()
  }
  return {
    level: meter.level,
    async stop() {
      await end()
      const [type = ''] = mimeType.split(';')
      return new File(pieces, `voice.${ENDINGS[type]}`, { type })
    },
    cancel: () => void end(),
  }
}

async function openMicrophone(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: true })
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    throw new RecordingError(name === 'NotFoundError' ? 'no_microphone' : 'refused')
  }
}

/** Quiet speech is about a tenth of the loudest sound. */
const SPEECH_GAIN = 4

function createMeter(stream: MediaStream) {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 512
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    level(): number {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      return Math.min(1, Math.sqrt(power) * SPEECH_GAIN)
    },
    close: () => context.close(),
  }
}
