// How often the speaker is right, on scenes written for this test. The name before a paragraph is who speaks in it. The rules were
// improved on the first scenes and have not been changed since the others were written.
import { expect, test } from "vitest";
import { attributeLines, findPeople, readDialogue } from "./lines.ts";

const knownScenes = [
	`
Marta Lind had been awake since four. She stood at the window of the ferry office and counted the lights on the far shore.
Marta Lind| “Six,” she said. “There were seven yesterday.”
Jonas| Jonas did not look up from the ledger. “Perhaps one of them has gone to bed.”
Marta Lind| “At four in the morning?”
Jonas| “People do.”
Marta Lind| “Not the Berg family. They never turn off the porch light, not since the boy left.”
He put down his pen. The stove ticked in the corner.
Jonas| “All right,” he said. “What do you want me to do about it?”
Marta Lind| “I want you to take the small boat and look.”
Jonas| “In this wind?”
Marta Lind| “In this wind, Jonas.”
The door opened, and Mr. Olsen came in with snow on his hat. He stamped his feet and looked from one of them to the other.
Mr. Olsen| “Is the seven o'clock still going?” he asked.
Jonas| “That depends,” said Jonas. “Ask Marta. She is counting lights.”
Mr. Olsen| Mr. Olsen went to the window. “Which lights?”
Marta Lind| “The ones over there,” Marta answered. “One is missing.”
Mr. Olsen| “So it is,” the old man murmured. “So it is.”
`,
	`
“I” was the only word on the first page of the notebook, and Inspector Vale read it twice.
Inspector Vale| “Whose is this?” she asked.
Sergeant Poole| Sergeant Poole cleared his throat. “We found it under the bed, ma'am. The landlady says it isn't hers.”
Inspector Vale| “Bring her in.”
Mrs. Crane was a small woman with ink on her fingers. She sat down without being asked.
Mrs. Crane| “I have told the sergeant everything,” she said.
Inspector Vale| “Then tell me.” Vale closed the notebook. “When did you last see your lodger?”
Mrs. Crane| “On Tuesday.”
Inspector Vale| “And how did he seem to you?”
Mrs. Crane| “Like a man who has lost an umbrella.”
Sergeant Poole| “An umbrella?” said Poole.
Mrs. Crane| Mrs. Crane nodded. “Cross, but not very.”
Inspector Vale| “Thank you, Mrs. Crane,” said the inspector. “You may go.”
`,
	`
My brother was already in the kitchen when I came down.
narrator| “You could have waited,” I said.
Ben| “I did wait,” said Ben. “I waited until the milk was sour.”
narrator| “Milk doesn't go sour in an hour.”
Ben| “This milk did.”
Our mother looked at us over her glasses.
Mother| “Boys,” she said, “there is more milk.”
Ben| “See?” Ben reached for the bread. “There's always more.”
narrator| I sat down. “Pass the butter.”
`,
	`
The captain of the *Alma* was a tall woman named Ruth Adeyemi, and she did not like surprises.
Ruth Adeyemi| “Tell me again,” she said, “slowly.”
Pip| The cabin boy, whose name was Pip, took a breath. “There's a goat in the hold, Captain.”
Ruth Adeyemi| “A goat.”
Pip| “Yes, Captain.”
Ruth Adeyemi| “Alive?”
Pip| “Very much so, Captain. It has eaten the charts.”
Ruth was silent for a moment. Then she began to laugh.
Ruth Adeyemi| “Which ones?”
Pip| “The northern ones.”
Ruth Adeyemi| “Then,” said Ruth, “we had better go south.”
`,
];

const newScenes = [
	`
Nell had never liked the greenhouse. It smelled of wet stone, and her uncle kept his worst ideas there.
Uncle Arthur| ‘Shut the door,’ said Uncle Arthur. ‘You'll let the heat out.’
Nell| ‘What heat?’
Uncle Arthur| ‘The heat I am about to make.’ He struck a match and held it to a pile of newspaper. ‘Stand back.’
Nell| Nell stood back. ‘Does Aunt Vi know about this?’
Uncle Arthur| ‘Vi knows everything,’ he said gloomily.
From the house came the sound of a bell.
Nell| ‘That's lunch,’ said Nell.
Uncle Arthur| ‘That's a warning.’
Aunt Vi appeared at the end of the path, a tea towel over her shoulder. She did not hurry.
Aunt Vi| ‘Arthur,’ she called, ‘is something burning?’
Uncle Arthur| ‘Nothing important!’
Aunt Vi| ‘It smells important.’ She looked at Nell. ‘What has he done?’
Nell| ‘He's made heat,’ Nell told her.
`,
	`
The courtroom was full. Judge Okafor waited until the last cough had died.
Judge Okafor| "Mr. Bell, you may begin."
Mr. Bell| "Thank you, Your Honor." Bell walked to the window and back. "Miss Tran, where were you on the night of the ninth?"
Miss Tran| "At home," the witness said.
Mr. Bell| "Alone?"
Miss Tran| "With my cat."
Mr. Bell| "And can the cat confirm that?"
Somebody laughed. The judge did not.
Judge Okafor| "Counsel," she said.
Mr. Bell| "I withdraw the question." He turned back to the witness. "Did you hear anything?"
Miss Tran| Miss Tran folded her hands. "I heard a car. Then I heard a man shouting."
Mr. Bell| "What did he shout?"
Miss Tran| "A name."
Mr. Bell| "Which name?"
Miss Tran| "Yours, Mr. Bell."
`,
];

function measure(scenes: readonly string[]) {
	const count = { lines: 0, right: 0, sure: 0, sureAndRight: 0 };
	for (const scene of scenes) {
		const annotated = scene
			.trim()
			.split("\n")
			.map((line) => {
				const [, name, text] = /^(?:([^|]+)\| )?(.*)$/.exec(line) ?? [];
				return { type: "p", text: text ?? "", name };
			});
		const dialogue = readDialogue(annotated);
		for (const { paragraph, speaker, confidence } of attributeLines(dialogue, findPeople([dialogue]))) {
			const found = speaker === "narrator" ? "narrator" : (speaker?.name ?? "nobody");
			const expected = annotated[paragraph]?.name;
			if (expected === undefined) continue;
			const isRight = found === expected || expected.split(" ").includes(found) || found.split(" ").includes(expected);
			if (process.env.SHOW && !isRight) console.log(`${found} (${confidence}): ${annotated[paragraph]?.text}`);
			count.lines++;
			if (isRight) count.right++;
			if (confidence < 0.7) continue;
			count.sure++;
			if (isRight) count.sureAndRight++;
		}
	}
	if (process.env.SHOW) console.log(count);
	return count;
}

test.each([
	["scenes that the rules were improved on", knownScenes, 53, 0.95, 0.95],
	["scenes that are new to the rules", newScenes, 30, 0.8, 0.85],
] as const)(
	"most speakers of %s are right, and those that are sure are rarely wrong",
	(_, scenes, lines, share, sureShare) => {
		const count = measure(scenes);
		expect(count.lines).toBe(lines);
		expect(count.right / count.lines).toBeGreaterThan(share);
		expect(count.sureAndRight / count.sure).toBeGreaterThan(sureShare);
	},
);
