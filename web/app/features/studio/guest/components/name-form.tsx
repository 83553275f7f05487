import type { JoinedGuest } from "@timbre/contract/studio/review/guest-schemas.ts";
import { maxGuestNameCharacters } from "@timbre/contract/studio/review/rules.ts";
import { guestName } from "@timbre/contract/studio/review/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { useRef } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { useJoin } from "../guest.queries.ts";
import type { GuestSession } from "./use-guest.ts";

const nameForm = z.object({ name: guestName });

type NameFormProps = { token: string; session: GuestSession };

/** Asks a guest for a name, once per link. Listening needs none. */
export function NameForm({ token, session }: NameFormProps) {
	const { guest } = session;
	const status = useRef<HTMLDivElement>(null);
	const join = (joined: JoinedGuest) => {
		session.keep(joined);
		// The form is gone then, and with it the focus.
		status.current?.focus();
	};
	return (
		<section aria-label="Who you are" className="mt-6 rounded-card border border-line bg-raised px-4 py-3.5">
			<div ref={status} role="status" tabIndex={-1} className="rounded-control outline-offset-4">
				{guest ? (
					<p>
						You review as <bdi className="font-medium [overflow-wrap:anywhere]">{guest.name}</bdi>.
					</p>
				) : null}
			</div>
			{guest ? null : <AskName token={token} onJoined={join} />}
		</section>
	);
}

function AskName({ token, onJoined }: { token: string; onJoined: GuestSession["keep"] }) {
	const join = useJoin(token);
	const { register, handleSubmit, formState, setError } = useForm({
		resolver: zodForm(nameForm),
		defaultValues: { name: "" },
	});
	const submit = handleSubmit(({ name }) =>
		join
			.mutateAsync(name)
			.then(onJoined)
			.catch((error: unknown) => setError("name", { message: messageOf(error) })),
	);
	return (
		<form method="post" noValidate onSubmit={submit} className="flex flex-col items-start gap-3 sm:flex-row">
			<Field
				label="Your name"
				hint="To comment, approve and vote. Whoever has this link sees it."
				error={formState.errors.name?.message}
				className="w-full min-w-0 flex-1"
			>
				{(control) => (
					<Input {...control} autoComplete="name" maxLength={maxGuestNameCharacters} {...register("name")} />
				)}
			</Field>
			<Button type="submit" busy={join.isPending} className="sm:mt-[26px]">
				Save name
			</Button>
		</form>
	);
}
