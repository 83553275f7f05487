import howASentenceBecomesSound from "./how-a-sentence-becomes-sound.md?raw";
import listeningToEveryTake from "./listening-to-every-take.md?raw";
import measuredOnTwoSharedCores from "./measured-on-two-shared-cores.md?raw";
import sentencesPaidOnce from "./sentences-paid-once.md?raw";
import twoCommands from "./two-commands.md?raw";
import whenEachWordIsHeard from "./when-each-word-is-heard.md?raw";

/** Article sources by slug. Invariant: imported by loaders only, so the browser gets a single parsed article. */
export const articleTexts: Readonly<Record<string, string>> = {
	"how-a-sentence-becomes-sound": howASentenceBecomesSound,
	"sentences-paid-once": sentencesPaidOnce,
	"listening-to-every-take": listeningToEveryTake,
	"when-each-word-is-heard": whenEachWordIsHeard,
	"two-commands": twoCommands,
	"measured-on-two-shared-cores": measuredOnTwoSharedCores,
};
