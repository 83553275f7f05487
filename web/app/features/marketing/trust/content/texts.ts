import affiliatesTerms from "./affiliates-terms.md?raw";
import privacy from "./privacy.md?raw";
import termsOfUseEu from "./terms-of-use-eu.md?raw";
import usePolicy from "./use-policy.md?raw";
import vla from "./vla.md?raw";
import vlaEu from "./vlaeu.md?raw";

/** Legal document sources by path. Invariant: imported by loaders only. */
export const legalTexts: Readonly<Record<string, string>> = {
	"/use-policy": usePolicy,
	"/terms-of-use-eu": termsOfUseEu,
	"/vla": vla,
	"/vlaeu": vlaEu,
	"/affiliates/terms": affiliatesTerms,
	"/privacy": privacy,
};
