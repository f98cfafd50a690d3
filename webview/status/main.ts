import '../ui/page.css';
import { type FromStatusPage, toStatusPage } from '../../src/protocol/to-status-page.ts';
import { connect } from '../ui/host.ts';
import { createPage } from './page.ts';

const app = document.getElementById('app') ?? document.body;
const host = connect<typeof toStatusPage, FromStatusPage>(toStatusPage, message => receive(message));
const receive = createPage(app, host);
host.post({ type: 'ready' });
