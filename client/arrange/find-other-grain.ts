import { Unverifiable } from '../replies/findings.ts';
import type { RunContext } from '../session/run-context.ts';
import { listGrainTypes, type GrainType } from './read-lists.ts';
import { chooseSeller, learnPublishing, buildSubmission } from './create-listing.ts';

/** Finds a second commodity that listings can have. @throws Unverifiable if there is none */
export async function findOtherGrainType(t: RunContext): Promise<GrainType> {
  return t.run.once('another crop', async () => {
    const seller = chooseSeller(t);
    const publishing = await learnPublishing(t, seller);
    const crops = (await listGrainTypes(seller)).filter(({ commodity }) => commodity !== publishing.crop.commodity);
    for (const crop of crops) {
      const reply = await seller.post('/me/inventory', buildSubmission({ ...publishing, crop }, { list: false }));
      if (reply.is_success) return crop;
    }
    throw new Unverifiable('no second commodity is known for listings');
  });
}
