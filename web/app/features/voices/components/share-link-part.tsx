import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { libraryEndpoints } from "@timbre/contract/voices.library.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Label } from "@timbre/ui/primitives/label.tsx";
import { Switch } from "@timbre/ui/primitives/switch.tsx";
import { Textarea } from "@timbre/ui/primitives/textarea.tsx";
import { Copy } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { messageOf } from "../../../lib/api-error.ts";
import { counted } from "../../../lib/format.ts";
import { showError, toaster } from "../../../lib/toaster.ts";
import { useShareByLink } from "../voices.sharing.queries.ts";
import { readEmails } from "./emails.ts";

type LinkShare = ResponseOf<typeof libraryEndpoints.shareVoice>;

/** The link, whether it leads anywhere, and for whom. */
export function ShareLinkPart({ link }: { link: LinkShare }) {
	const switchId = useId();
	const sharing = useShareByLink(link.voice_id);
	const [written, setWritten] = useState(link.emails.join("\n"));
	const [fault, setFault] = useState<string>();
	const toggle = (enable: boolean) =>
		sharing.mutate({ enable, emails: link.emails }, { onError: (error) => showError("Not changed", error) });
	const save = (event: FormEvent) => {
		event.preventDefault();
		const { emails, faulty } = readEmails(written);
		setFault(faulty.length > 0 ? `No e-mail address: ${faulty.join(", ")}` : undefined);
		if (faulty.length > 0) return;
		sharing.mutate(
			{ enable: link.enabled, emails },
			{
				onSuccess: () => toaster.show({ tone: "positive", title: "Saved" }),
				onError: (error) => setFault(messageOf(error)),
			},
		);
	};
	const copy = () =>
		navigator.clipboard.writeText(link.url).then(
			() => toaster.show({ tone: "positive", title: "Share link copied to clipboard" }),
			(error: unknown) => showError("The link was not copied", error),
		);
	return (
		<div className="flex flex-col gap-5">
			<div className="flex items-start justify-between gap-4">
				<div>
					<Label htmlFor={switchId}>Share by a link</Label>
					<p className="text-[13px] text-muted">
						{link.enabled
							? `The link works${link.emails.length > 0 ? ` for ${counted(link.emails.length, "person").replace("persons", "people")}` : ", for everybody who has it"}.`
							: "Nobody can open it now. Who has added the voice keeps it."}
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
							label="Only for these e-mail addresses"
							hint="One a line; each gets a mail with the link, where this server sends mails. Empty: everybody with the link."
							error={fault}
						>
							{(control) => (
								<Textarea
									{...control}
									value={written}
									className="min-h-20"
									onChange={(event) => setWritten(event.target.value)}
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
