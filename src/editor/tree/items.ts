export { actionItem } from './actionNodes.ts';
export { builtInItem } from './builtInNodes.ts';
export { customItem } from './customNodes.ts';
export { extensionItem } from './extensionNodes.ts';
export { firstItem } from './firstNodes.ts';
export { invalidItem, serverItem } from './nodes.ts';
export { offerItem } from './offerNodes.ts';
export { skillItem } from './skillNodes.ts';
export { toolItem } from './toolNodes.ts';
