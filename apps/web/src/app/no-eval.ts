// Zod tests whether it may build functions from text, which the CSP forbids and reports. This
// setting of Zod's prevents the test.
const settings = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
settings.__zod_globalConfig = Object.assign(settings.__zod_globalConfig ?? {}, { jitless: true })

export {}
