import '../ui/page.css';
import { type FromResultPage, toResultPage } from '../../src/protocol/to-result-page.ts';
import { connect } from '../ui/host.ts';
import { createPage } from './page.ts';

const host = connect<typeof toResultPage, FromResultPage>(toResultPage, message => page.receive(message));
const page = createPage(host);
document.querySelector('#app')?.replaceChildren(...page.elements);
page.start();
