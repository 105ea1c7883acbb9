#!/usr/bin/env node
// The first file of the installed command. It is plain JavaScript that even an old Node can read, so that the wrong version
// gets one sentence instead of a stack trace. In the repository, it loads main.ts; in the package, the compiled main.js.
import { existsSync } from 'node:fs';
import nodeModule from 'node:module';

const OLDEST_MAJOR = 24;
const EXIT_USAGE = 2;

if (Number(process.versions.node.split('.')[0]) < OLDEST_MAJOR) {
  console.error(
    `gristmill needs Node ${OLDEST_MAJOR} or newer, and this is Node ${process.versions.node}. ` +
      'Install the current LTS from https://nodejs.org and run the command again.',
  );
  process.exit(EXIT_USAGE);
}

nodeModule.enableCompileCache();
const places = ['./main.ts', './main.js', '../dist/cli/main.js'];
await import(places.find((place) => existsSync(new URL(place, import.meta.url))) ?? './main.js');
