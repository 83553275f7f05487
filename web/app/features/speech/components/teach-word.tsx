import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { type FormEvent, useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useTeachWord } from "../speech.queries.ts";

type TeachWordProps = {
	word: string;
	/** Dictionaries in use; the first gets the rule. */
	dictionaries: readonly string[];
	/** Called with the dictionary that has the rule. */
	onTaught: (dictionaryId: string) => void;
	onCancel: () => void;
};

/** Adds a pronunciation rule for a word: how to spell it so that it sounds right. */
export function TeachWord({ word, dictionaries, onTaught, onCancel }: TeachWordProps) {
	const [spelling, setSpelling] = useState("");
	const [error, setError] = useState<string>();
	const teach = useTeachWord(dictionaries);
	const save = (event: FormEvent) => {
		event.preventDefault();
		const alias = spelling.trim();
		if (alias === "") return setError("Enter a spelling.");
		teach.mutate({ word, alias }, { onSuccess: onTaught, onError: (cause) => setError(messageOf(cause)) });
	};
	return (
		<form onSubmit={save} noValidate className="flex flex-col gap-3">
			<Field label={`Spell “${word}” as it sounds`} error={error}>
				{(control) => (
					<Input
						{...control}
						autoFocus
						autoComplete="off"
						maxLength={500}
						value={spelling}
						onChange={(event) => {
							setSpelling(event.target.value);
							setError(undefined);
						}}
					/>
				)}
			</Field>
			<div className="flex justify-end gap-2">
				<Button size="small" onClick={onCancel}>
					Cancel
				</Button>
				<Button size="small" type="submit" variant="primary" busy={teach.isPending}>
					Save rule
				</Button>
			</div>
		</form>
	);
}
