import { crashMatrix } from './command.ts';

process.exitCode = await crashMatrix(process.argv.slice(2));
