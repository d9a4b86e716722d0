// Zod tests whether it may build functions from text; the CSP forbids and reports that, so Zod is
// told beforehand, in the object where it keeps its settings.
const settings = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
settings.__zod_globalConfig = Object.assign(settings.__zod_globalConfig ?? {}, { jitless: true })

export {}
