import { silenceLibsignal } from '../adapters/whatsapp/driver/silence-libsignal.ts'

// The sandbox network's own contacts use libsignal, too, in the tests' process.
silenceLibsignal()
