/** The two ways not to answer: a server is told which. */
import type { Reply } from '../../protocol/index.ts';
import { TextButton } from '../chat/controls.tsx';

export function RefusalButtons({ onReply }: { onReply: (reply: Reply) => void }) {
  return (
    <>
      <TextButton onClick={() => onReply({ action: 'decline' })}>Decline</TextButton>
      <TextButton look="quiet" title="Cancel (Escape)" onClick={() => onReply({ action: 'cancel' })}>
        Cancel
      </TextButton>
    </>
  );
}
