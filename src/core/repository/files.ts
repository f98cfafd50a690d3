export { disk, type Files } from '../git/disk.ts';
