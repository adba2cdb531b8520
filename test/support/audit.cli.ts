import { spawnSync } from 'node:child_process';

/**
 * `npm run check:audit`: fails when a package that the service runs on has a known vulnerability, high or
 * critical. Registries that offer no audit are told of and pass: whether one does is not this project's to say.
 */
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });

interface Report {
  metadata?: { vulnerabilities: Record<string, number> };
  vulnerabilities?: Record<string, { name: string; severity: string }>;
}

const report = JSON.parse(stdout || '{}') as Report;
if (!report.metadata) {
  console.log('audit: not checked, the registry offers none');
} else {
  const grave = Object.values(report.vulnerabilities ?? {}).filter(({ severity }) =>
    /high|critical/.test(severity),
  );
  for (const { name, severity } of grave) console.error(`audit: ${name}: ${severity}`);
  if (grave.length > 0) process.exitCode = 1;
}
