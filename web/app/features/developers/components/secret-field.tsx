import { Button } from "@timbre/ui/primitives/button.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Check, Copy, Eye, EyeOff } from "lucide-react";
import { useRef, useState } from "react";

/** A secret that is shown once. Masked by default, because others may see the screen; it can be copied while masked. */
export function SecretField({ label, value, onShown }: { label: string; value: string; onShown?: () => void }) {
	const [copied, setCopied] = useState(false);
	const [visible, setVisible] = useState(false);
	const shown = useRef(false);
	const reportShown = () => {
		if (shown.current) return;
		shown.current = true;
		onShown?.();
	};
	const toggle = () => {
		if (!visible) reportShown();
		setVisible(!visible);
	};
	const copy = async () => {
		reportShown();
		await navigator.clipboard.writeText(value).then(
			() => setCopied(true),
			// If copying fails, reveal it so it can be copied by hand.
			() => setVisible(true),
		);
	};
	return (
		<div className="flex gap-2 p-px">
			<Input
				readOnly
				type={visible ? "text" : "password"}
				autoComplete="off"
				aria-label={label}
				value={value}
				className="font-mono text-[13px]"
				onFocus={(event) => event.target.select()}
			/>
			<IconButton variant="outline" label={visible ? "Hide" : "Show"} aria-pressed={visible} onClick={toggle}>
				{visible ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
			</IconButton>
			<Button onClick={() => void copy()}>
				{copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
				<span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
			</Button>
		</div>
	);
}
