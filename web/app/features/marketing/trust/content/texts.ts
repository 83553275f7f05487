import type { Block } from "../../articles/model/markdown.ts";
import affiliatesTerms from "./affiliates-terms.md?blocks";
import privacy from "./privacy.md?blocks";
import termsOfUseEu from "./terms-of-use-eu.md?blocks";
import usePolicy from "./use-policy.md?blocks";
import vla from "./vla.md?blocks";
import vlaEu from "./vlaeu.md?blocks";

/** Legal document texts by path. Invariant: imported by loaders only. */
export const legalTexts: Readonly<Record<string, Block[]>> = {
	"/use-policy": usePolicy,
	"/terms-of-use-eu": termsOfUseEu,
	"/vla": vla,
	"/vlaeu": vlaEu,
	"/affiliates/terms": affiliatesTerms,
	"/privacy": privacy,
};
