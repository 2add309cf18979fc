export default {
  testEnvironment: 'node',
  // Nothing outside the tests' own folders may change.
  globalSetup: '<rootDir>/test/support/before-all.js',
  globalTeardown: '<rootDir>/test/support/after-all.js',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/support/', '<rootDir>/test/fixtures/'],
  // Fixtures may hold package.json files of the same name, which the module map refuses.
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/examples/', '<rootDir>/test/fixtures/'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'es6' },
      },
    ],
  },
  // Only what hangs: many tests start Git and Node processes, and a machine may be ten times as slow as another.
  testTimeout: 300_000,
  maxWorkers: 3,
  // A new worker once one holds this much. Jest holds on to some of every file that ran, up to a gigabyte in the end, and
  // each start of a process copies the tables of all that: 40 ms instead of 2, thousands of times. A new worker for each
  // file would load Jest itself 200 times, 0.2 s each.
  workerIdleMemoryLimit: '100MB',
  testSequencer: '<rootDir>/test/support/sequencer.js',
  watchman: false,
}
