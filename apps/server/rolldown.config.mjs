import { defineConfig } from 'rolldown'
import { asciiChunks } from './build/ascii-chunks.mjs'
import { workerChunks } from './build/worker-chunks.mjs'

/** Programs for one platform, which cannot be built in. */
const NATIVE = ['sharp', '@node-rs/argon2']
/** What it writes to the console, private keys included, is told by its files and dropped. */
const SILENCED = ['libsignal']
/** What libraries try to load and go on without. */
const OPTIONAL = ['jimp']

export default defineConfig({
  platform: 'node',
  external: [...NATIVE, ...SILENCED.map((name) => new RegExp(`^${name}(/|$)`)), ...OPTIONAL],
  plugins: [workerChunks(), asciiChunks()],
  logLevel: 'warn',
  output: {
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Names and lines stay, so that an error in the log says where it happened.
    minify: false,
    // The source stays in memory.
    comments: false,
  },
})
