// Zod tries whether it may build functions from text. The CSP forbids it and reports the try, so
// Zod is told beforehand; the object is the one it keeps its settings in, whichever comes first.
const settings = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
settings.__zod_globalConfig = Object.assign(settings.__zod_globalConfig ?? {}, { jitless: true })

export {}
