import '../shared/base.css';
import '../render/render.css';
import './status.css';
import { type FromStatusPage, toStatusPage } from '../messages/status.ts';
import { connect } from '../shared/host.ts';
import { createPage } from './page.ts';

const app = document.getElementById('app') ?? document.body;
const host = connect<typeof toStatusPage, FromStatusPage>(toStatusPage, message => receive(message));
const receive = createPage(app, host);
host.post({ type: 'ready' });
