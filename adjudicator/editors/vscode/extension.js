// Starts `adjudicator lsp` and hands it every YAML file; it leaves alone what is no scenario.
"use strict";

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const settings = workspace.getConfiguration("adjudicator");
  const [command, ...args] = settings.get("command");
  client = new LanguageClient(
    "adjudicator",
    "Adjudicator",
    { command, args },
    {
      documentSelector: [{ language: "yaml" }],
      initializationOptions: { lang: settings.get("language") },
    },
  );
  await client.start();
};

exports.deactivate = () => client?.stop();
