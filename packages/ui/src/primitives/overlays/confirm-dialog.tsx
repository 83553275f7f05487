import { AlertDialog as Primitive } from "radix-ui";
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "../button.tsx";
import { Field } from "../forms/field.tsx";
import { Input } from "../forms/input.tsx";
import { type Confirmer, type ConfirmRequest, canConfirm } from "./confirmer.ts";
import { useReturnFocus } from "./return-focus.ts";

/** Renders the dialogs of `confirmer.confirm()`. One per app. */
export function ConfirmHost({ confirmer }: { confirmer: Confirmer }) {
	const question = useSyncExternalStore(confirmer.subscribe, confirmer.current, () => null);
	if (!question) return null;
	return <Question key={question.id} question={question} onAnswer={confirmer.answer} />;
}

type QuestionProps = { question: ConfirmRequest; onAnswer: Confirmer["answer"] };

function Question({ question, onAnswer }: QuestionProps) {
	const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus(true);
	const input = useRef<HTMLInputElement>(null);
	const [value, setValue] = useState(question.input?.initial ?? "");
	const left = useSecondsLeft(question.lockSeconds ?? 0);
	const ready = canConfirm(question, value, left);
	const answer = (confirmed: boolean) => onAnswer(question.id, { confirmed, value });
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (ready) answer(true);
	};
	const open = (event: Event) => {
		onOpenAutoFocus(event);
		if (!input.current) return;
		event.preventDefault();
		input.current.focus();
	};
	return (
		<Primitive.Root open onOpenChange={(open) => !open && answer(false)}>
			<Primitive.Portal>
				<Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-[rgb(0_0_0/0.45)]" />
				<Primitive.Content
					onOpenAutoFocus={open}
					onCloseAutoFocus={onCloseAutoFocus}
					className="-translate-y-1/2 fixed inset-x-4 top-1/2 z-50 mx-auto max-w-md animate-appear rounded-card border border-line bg-raised p-5 text-ink shadow-float outline-none"
				>
					<form onSubmit={submit}>
						<Primitive.Title className="font-semibold text-base">{question.title}</Primitive.Title>
						<Primitive.Description className="mt-1.5 text-muted">{question.description}</Primitive.Description>
						{question.input ? (
							<Field label={question.input.label} className="mt-4">
								{(control) => (
									<Input
										{...control}
										ref={input}
										value={value}
										onChange={(event) => setValue(event.target.value)}
										placeholder={question.input?.placeholder}
										required={question.input?.required}
										autoComplete="off"
									/>
								)}
							</Field>
						) : null}
						<div className="mt-5 flex justify-end gap-2">
							<Primitive.Cancel asChild>
								<Button>{question.cancel ?? "Cancel"}</Button>
							</Primitive.Cancel>
							<Button type="submit" variant={question.tone ?? "danger"} disabled={!ready}>
								{question.action ?? "Continue"}
								{left > 0 ? <span className="tabular">({left})</span> : null}
							</Button>
						</div>
						{question.lockSeconds ? (
							<p role="status" className="sr-only">
								{left > 0 ? "" : `${question.action ?? "Continue"} is now available.`}
							</p>
						) : null}
					</form>
				</Primitive.Content>
			</Primitive.Portal>
		</Primitive.Root>
	);
}

function useSecondsLeft(seconds: number): number {
	const [left, setLeft] = useState(seconds);
	const running = left > 0;
	useEffect(() => {
		if (!running) return;
		const timer = setInterval(() => setLeft((now) => now - 1), 1000);
		return () => clearInterval(timer);
	}, [running]);
	return left;
}
