// Fails when package-lock.json could not be installed as it stands, or says where one machine happened to fetch from.
// npm leaves out an optional platform package that it cannot reach, silently, and `npm ci` elsewhere then refuses the lockfile.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Node's own lookup: beside the package itself, then in every node_modules further up. */
function isLocked(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    if (Object.hasOwn(packages, `${at === '' ? '' : `${at}/`}node_modules/${name}`)) return true;
    if (at === '') return false;
  }
}

/** What a package wants to find beside it: everything it depends on, and the peers that are not optional. */
function listWanted(entry) {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter((name) => entry.peerDependenciesMeta?.[name]?.optional !== true);
  return [...Object.keys(entry.dependencies ?? {}), ...Object.keys(entry.optionalDependencies ?? {}), ...peers];
}

const problems = [];
if (packages[''].version !== version)
  problems.push(`the lockfile is of version ${packages[''].version}, package.json of ${version}`);
for (const [path, entry] of Object.entries(packages)) {
  for (const name of listWanted(entry)) {
    if (!isLocked(path, name)) problems.push(`${path || 'the root'} wants ${name}, which is not locked`);
  }
  if (entry.resolved !== undefined && entry.link !== true) problems.push(`${path} is bound to ${new URL(entry.resolved).host}`);
  if (path.startsWith('node_modules/') && entry.link !== true && entry.integrity === undefined && entry.inBundle !== true) {
    problems.push(`${path} has no integrity`);
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(
    `package-lock.json: ${problems.length} problem(s). Take versions whose every platform package can be had, then npm install.`,
  );
  process.exit(1);
}
