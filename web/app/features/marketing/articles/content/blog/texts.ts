import type { Block } from "../../model/markdown.ts";
import howASentenceBecomesSound from "./how-a-sentence-becomes-sound.md?blocks";
import listeningToEveryTake from "./listening-to-every-take.md?blocks";
import measuredOnTwoSharedCores from "./measured-on-two-shared-cores.md?blocks";
import sentencesPaidOnce from "./sentences-paid-once.md?blocks";
import twoCommands from "./two-commands.md?blocks";
import whenEachWordIsHeard from "./when-each-word-is-heard.md?blocks";

/** Article texts by slug. Invariant: imported by loaders only, so the browser gets a single parsed article. */
export const articleTexts: Readonly<Record<string, Block[]>> = {
	"how-a-sentence-becomes-sound": howASentenceBecomesSound,
	"sentences-paid-once": sentencesPaidOnce,
	"listening-to-every-take": listeningToEveryTake,
	"when-each-word-is-heard": whenEachWordIsHeard,
	"two-commands": twoCommands,
	"measured-on-two-shared-cores": measuredOnTwoSharedCores,
};
