import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { voiceLibraryEndpoints } from "@timbre/contract/voice-library/endpoints.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Label } from "@timbre/ui/primitives/forms/label.tsx";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import { Copy } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { showError, toaster } from "../../../../lib/page/toaster.ts";
import { counted } from "../../../../lib/text/format.ts";
import { parseEmails } from "../../../../lib/text/parse-emails.ts";
import { useShareByLink } from "../sharing.queries.ts";

type LinkShare = ResponseOf<typeof voiceLibraryEndpoints.shareVoice>;

/** The share link: on or off, and who can open it. */
export function ShareLinkPart({ link }: { link: LinkShare }) {
	const switchId = useId();
	const sharing = useShareByLink(link.voice_id);
	const [input, setInput] = useState(link.emails.join("\n"));
	const [error, setError] = useState<string>();
	const toggle = (enable: boolean) =>
		sharing.mutate(
			{ enable, emails: link.emails },
			{ onError: (error) => showError("Couldn't update sharing", error) },
		);
	const save = (event: FormEvent) => {
		event.preventDefault();
		const { valid, invalid } = parseEmails(input);
		setError(invalid.length > 0 ? `Not an email address: ${invalid.join(", ")}` : undefined);
		if (invalid.length > 0) return;
		sharing.mutate(
			{ enable: link.enabled, emails: valid },
			{
				onSuccess: () => toaster.show({ tone: "positive", title: "Saved" }),
				onError: (error) => setError(messageOf(error)),
			},
		);
	};
	const copy = () =>
		navigator.clipboard.writeText(link.url).then(
			() => toaster.show({ tone: "positive", title: "Share link copied to clipboard" }),
			(error: unknown) => showError("Couldn't copy the link", error),
		);
	return (
		<div className="flex flex-col gap-5">
			<div className="flex items-start justify-between gap-4">
				<div>
					<Label htmlFor={switchId}>Share by link</Label>
					<p className="text-[13px] text-muted">
						{link.enabled
							? `${link.emails.length > 0 ? counted(link.emails.length, "person").replace("persons", "people") : "Anyone with the link"} can open it.`
							: "The link is off. People who already added the voice keep it."}
					</p>
				</div>
				<Switch
					id={switchId}
					checked={link.enabled}
					disabled={sharing.isPending}
					onCheckedChange={toggle}
					className="mt-0.5"
				/>
			</div>
			{link.enabled ? (
				<>
					<div className="flex items-center gap-1 rounded-control border border-line bg-sunken py-1 pr-1 pl-3">
						<span className="min-w-0 flex-1 truncate font-mono text-xs" title={link.url}>
							{link.url}
						</span>
						<Button size="small" variant="quiet" onClick={() => void copy()}>
							<Copy aria-hidden="true" />
							Copy
						</Button>
					</div>
					<form onSubmit={save} noValidate className="flex flex-col gap-3">
						<Field
							label="Limit to these email addresses"
							hint="One per line; leave empty to allow anyone. Each address gets the link by email if this server can send email."
							error={error}
						>
							{(control) => (
								<Textarea
									{...control}
									value={input}
									className="min-h-20"
									onChange={(event) => {
										setInput(event.target.value);
										setError(undefined);
									}}
								/>
							)}
						</Field>
						<Button type="submit" className="self-start" busy={sharing.isPending}>
							Save
						</Button>
					</form>
				</>
			) : null}
		</div>
	);
}
