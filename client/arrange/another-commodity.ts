import { Unverifiable } from '../replies/findings.ts';
import type { RunContext } from '../session/run-context.ts';
import type { Crop } from './read-lists.ts';
import { listCrops } from './read-lists.ts';
import { anySeller, learnPublishing, submissionOf } from './lots.ts';

/** Another commodity than the one that listings are made of here. @throws Unverifiable where none was taken */
export async function otherCrop(t: RunContext): Promise<Crop> {
  return t.run.once('another crop', async () => {
    const seller = anySeller(t);
    const publishing = await learnPublishing(t, seller);
    const crops = (await listCrops(seller)).filter(({ commodity }) => commodity !== publishing.crop.commodity);
    for (const crop of crops) {
      const reply = await seller.post('/me/inventory', submissionOf({ ...publishing, crop }, { list: false }));
      if (reply.is_success) return crop;
    }
    throw new Unverifiable('no second commodity is known that listings may be made of');
  });
}
