// Fails if package-lock.json cannot be installed everywhere, or names a registry host.
// npm silently omits an optional platform package that it cannot reach, so that `npm ci` fails on other machines.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Looks a package up as Node does: in its importer's node_modules, then in every node_modules above. */
function isLocked(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    if (Object.hasOwn(packages, `${at === '' ? '' : `${at}/`}node_modules/${name}`)) return true;
    if (at === '') return false;
  }
}

/** The dependencies of a package, including required peers. */
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
  if (entry.resolved !== undefined && entry.link !== true)
    problems.push(`${path} names the registry host ${new URL(entry.resolved).host}`);
  if (path.startsWith('node_modules/') && entry.link !== true && entry.integrity === undefined && entry.inBundle !== true) {
    problems.push(`${path} has no integrity`);
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(
    `package-lock.json: ${problems.length} problem(s). Choose versions whose platform packages can all be downloaded, then run npm install.`,
  );
  process.exit(1);
}
