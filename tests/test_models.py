"""Published models: each count by formula, by a module on the device meta, and by the class of `transformers`."""

import json

import pytest
import torch

from qbank.author.configuration import Configurations
from qbank.author.solve import solve, variants
from qbank.cli import group
from qbank.errors import QbankError
from qbank.home import MODELS

from . import models_page

TABLE = models_page.models()
NAMES = [model["name"] for model in TABLE]
PUBLISHED = [model for model in TABLE if "published" in model]
LARGEST_BUILT = 100_000_000_000  # of which every tensor is built in a test


@pytest.fixture(scope="module")
def template():
    return models_page.template()


def formula(template, config, counted):
    """What the solver says, by parts."""
    (variant,) = variants(template, {"config": config, "counted": counted})
    return {name: int(value) for name, value in template.solver.solve(variant).items()}


def published_class(published):
    """The model as `transformers` builds it from the published configuration, and how many numbers it learns."""
    import transformers

    given = {name: value for name, value in published.items() if name not in ("model_type", "architectures")}
    config = transformers.AutoConfig.for_model(published["model_type"], **given)
    untied = published["model_type"] in ("t5", "mt5") and not published["tie_word_embeddings"]
    if untied:
        config.tie_word_embeddings = False
    with torch.device("meta"):
        model = getattr(transformers, published["architectures"][0])(config)
    if (
        untied
    ):  # transformers 5 ties T5's output layer always, and unties the stacks' tables too when told not to
        model.encoder.embed_tokens = model.decoder.embed_tokens = model.shared
    return list(model.parameters())


def test_the_table_is_large_and_names_are_told_apart():
    assert len(TABLE) >= 150
    assert len({name.casefold() for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize("model", TABLE, ids=NAMES)
def test_the_formula_gives_the_count(template, model):
    parts = formula(template, model["config"], model["counted"])
    assert parts["total"] == model["count"]
    assert parts["active"] == model.get("active", model["count"])
    assert sum(parts.values()) == 2 * parts["total"] + parts["active"]
    for counted, count in model.get("others", {}).items():
        assert formula(template, model["config"], counted)["total"] == count


@pytest.mark.parametrize("model", TABLE, ids=NAMES)
def test_the_built_module_gives_the_count(template, lab, model):
    if model["count"] > LARGEST_BUILT:
        model = {**model, "config": {**model["config"], "L": 4}}
    (answer,) = solve(template, {"config": model["config"], "counted": model["counted"]}, lab).answers
    if model["count"] <= LARGEST_BUILT:
        assert int(answer.parts[0].key) == model["count"]


@pytest.mark.parametrize("model", PUBLISHED, ids=[model["name"] for model in PUBLISHED])
def test_the_published_class_has_the_count(template, model):
    tensors = published_class(model["published"])
    if model["counted"] == "distinct":
        assert sum(tensor.numel() for tensor in tensors if tensor.requires_grad) == model["count"]
    else:
        assert sum(tensor.numel() for tensor in tensors) == model["count"]
    assert formula(template, model["published"], model["counted"])["total"] == model["count"]


FAMILIES = ["gpt2", "gpt_neo", "gptj", "gpt_neox", "bloom", "opt", "bert", "roberta", "distilbert", "electra", "albert",
            "t5", "mt5", "bart", "mbart", "marian", "pegasus", "llama", "mistral", "mixtral", "qwen2", "qwen3", "gemma",
            "gemma2", "gemma3_text", "phi", "phi3", "falcon", "whisper", "stablelm", "olmo2", "cohere", "starcoder2",
            "gpt_bigcode", "mpt", "vit", "deberta-v2", "xlm-roberta", "gpt_oss", "qwen3_moe", "deepseek_v3"]  # fmt: skip
SMALL = {
    "num_hidden_layers": 3,
    "n_layer": 3,
    "n_layers": 3,
    "num_layers": 3,
    "encoder_layers": 3,
    "decoder_layers": 3,
}
SWITCHES = [
    ("llama", {"attention_bias": True, "mlp_bias": True, "num_key_value_heads": 8}),
    (
        "falcon",
        {
            "new_decoder_architecture": True,
            "num_kv_heads": 8,
            "bias": True,
            "num_attention_heads": 64,
            "hidden_size": 512,
        },
    ),
    ("falcon", {"multi_query": False, "parallel_attn": False, "alibi": True}),
    ("opt", {"word_embed_proj_dim": 512, "do_layer_norm_before": False}),
    ("gpt_bigcode", {"multi_query": False}),
    ("stablelm", {"use_qkv_bias": True, "use_parallel_residual": True}),
    ("t5", {"feed_forward_proj": "gated-gelu", "d_kv": 32}),
    ("electra", {"embedding_size": 64}),
]


@pytest.mark.parametrize(("family", "given"), [*((family, {}) for family in FAMILIES), *SWITCHES], ids=str)
def test_a_family_is_read_as_its_own_class_reads_it(template, family, given):
    """The bare model of three layers from the family's own defaults, as its configuration is saved."""
    import transformers

    defaults = transformers.AutoConfig.for_model(family, **given)
    sizes = {name: value for name, value in SMALL.items() if name in defaults.to_dict()}
    if family == "deepseek_v3":
        sizes |= {"n_routed_experts": 8, "num_experts_per_tok": 2, "first_k_dense_replace": 1}
    if family == "gpt_neo":
        sizes |= {"attention_types": [[["global", "local", "global"], 1]]}
    config = transformers.AutoConfig.for_model(family, **given, **sizes)
    with torch.device("meta"):
        model = transformers.AutoModel.from_config(config)
    saved = {**config.to_dict(), "architectures": [type(model).__name__]}
    assert formula(template, saved, "with_fixed")["total"] == sum(
        tensor.numel() for tensor in model.parameters()
    )


HEADS = ["BertForMaskedLM", "BertForPreTraining", "BertForSequenceClassification", "BertForTokenClassification",
         "RobertaForMaskedLM", "RobertaForSequenceClassification", "DistilBertForMaskedLM", "AlbertForMaskedLM",
         "AlbertForPreTraining", "ElectraForPreTraining", "ElectraForMaskedLM", "ViTForImageClassification",
         "BigBirdForMaskedLM", "GPTJForCausalLM", "PhiForCausalLM", "BertLMHeadModel", "RobertaForCausalLM",
         "BertForMultipleChoice", "BertForNextSentencePrediction", "ElectraForMultipleChoice",
         "ModernBertForTokenClassification", "DebertaV2ForQuestionAnswering", "GPT2ForTokenClassification",
         "LlamaForQuestionAnswering", "OPTModel"]  # fmt: skip


@pytest.mark.parametrize("name", HEADS)
def test_what_a_class_puts_on_top(template, name):
    import transformers

    architecture = getattr(transformers, name)
    config = architecture.config_class(**{"num_hidden_layers": 2})
    with torch.device("meta"):
        model = architecture(config)
    saved = {**config.to_dict(), "architectures": [name]}
    assert formula(template, saved, "distinct")["total"] == sum(
        tensor.numel() for tensor in model.parameters()
    )


TINY = {
    "llama": {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 128},
    "bert": {
        "hidden_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "max_position_embeddings": 32,
        "intermediate_size": 128,
        "type_vocab_size": 2,
    },
    "t5": {
        "d_model": 64,
        "num_layers": 2,
        "num_heads": 4,
        "d_ff": 128,
        "d_kv": 16,
        "relative_attention_num_buckets": 8,
    },
}
NOT_COUNTED = [
    *(("llama", {"architectures": [name]}, "is not translated here; write a class ending in ForCausalLM")
      for name in ("LlamaForSequenceClassification", "FooForBar", "GPT2DoubleHeadsModel", "T5EncoderModel",
                   "LlamaForCausalLMWithValueHead", "BertForMaskedLM", "LlamaRewardModel", "MistralForCausalLM")),
    ("t5", {"architectures": ["T5EncoderModel"]}, "is not translated here; write a class ending in ForCond"),
    ("bert", {"architectures": ["BertForSomething"]}, "ForMaskedLM"),
    ("big_bird", {**TINY["bert"], "architectures": ["BigBirdForQuestionAnswering"]}, "is not translated"),
    ("bert", {"architectures": "BertModel"}, "no list of names; write it as"),
    ("bert", {"architectures": [None]}, "no list of names"),
    ("bert", {"add_cross_attention": True}, "add_cross_attention: True is not counted here"),
    ("bert", {"type_vocab_size": None}, "does not say its types; write one of type_vocab_size"),
    ("bert", {"max_position_embeddings": None}, "does not say its P"),
    ("bert", {"id2label": 3}, "id2label: 3 is no table"),
    ("bert", {"id2label": {"0": "a"}, "num_labels": 7}, "num_labels: 7, and id2label names 1"),
    ("llama", {"num_attention_heads": None}, "does not say its h; write one of num_attention_heads"),
    ("llama", {"intermediate_size": None}, "does not say its f"),
    ("mistral", TINY["llama"], "does not say its h_kv; write one of num_key_value_heads"),
    ("t5", {"num_heads": None}, "does not say its h"),
    ("llama", {"model_type": ["llama"]}, "no name; write it as text"),
    ("albert", {**TINY["bert"], "intermediate_size": 8, "embedding_size": 8, "num_hidden_groups": 2}, "groups: 2 is not"),
    ("opt", {**TINY["bert"], "ffn_dim": 8, "layer_norm_elementwise_affine": False}, "affine: False is not counted"),
    ("marian", {"share_encoder_decoder_embeddings": False}, "share_encoder_decoder_embeddings: False is not"),
    ("m2m_100", {"tie_word_embeddings": False}, "tie_word_embeddings: False is not"),
    ("stablelm", {"qk_layernorm": True}, "qk_layernorm: True is not"),
    ("qwen3_moe", {"decoder_sparse_step": 2}, "decoder_sparse_step: 2 is not"),
    ("qwen3_moe", {"mlp_only_layers": [0]}, "mlp_only_layers: .0. is not"),
    ("bert", {"position_embedding_type": "relative_key"}, "relative_key is not counted here; write the settings"),
    ("llama", {"attention_bias": "maybe"}, "maybe is neither true nor false; write true or false"),
    ("llama", {"tie_word_embeddings": 1}, "tie_word_embeddings: 1 is neither"),
    ("llama", {"num_hidden_layers": 1_001}, "L = 1001 is more than is built; write 1000 or less"),
    ("llama", {"num_hidden_layers": 10**30}, "more than is built"),
]  # fmt: skip


@pytest.mark.parametrize(("family", "changed", "said"), NOT_COUNTED, ids=str)
def test_what_would_be_counted_wrongly_is_refused(template, family, changed, said):
    published = {"model_type": family, "vocab_size": 100, **TINY.get(family, {}), **changed}
    published = {name: value for name, value in published.items() if value is not None}
    with pytest.raises(QbankError, match=said):
        formula(template, published, "distinct")


@pytest.mark.parametrize("switch", ["tie_word_embeddings", "attention_bias", "mlp_bias"])
def test_a_switch_typed_as_text_says_the_same(template, switch):
    published = {"model_type": "llama", "vocab_size": 100, **TINY["llama"], "hidden_size": "64"}
    counts = {
        said: formula(template, {**published, switch: said}, "distinct")["total"]
        for said in (True, "true", " True", False, "false")
    }
    assert counts[True] == counts["true"] == counts[" True"] != counts[False] == counts["false"]


# A configuration on the command line


@pytest.fixture
def run(tmp_path, monkeypatch):
    """`qbank solve parameters.model` with a file of this text, in a folder of its own."""
    from click.testing import CliRunner

    monkeypatch.chdir(tmp_path)

    def run(text, *arguments, name="model.yaml"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return CliRunner().invoke(group, ["solve", "parameters.model", "--config", name, *arguments])

    return run


GPT2 = next(model for model in TABLE if model["name"] == "GPT-2 small")
SMALL_MODEL = "d: 8\nL: 2\nf: 32\nh: 2\nV: 50\nhead: tied\n"


def test_a_file_is_counted(run):
    shown = run(json.dumps(GPT2["published"]), "counted=distinct", name="config.json").stdout
    assert "124,439,808" in shown
    assert "every distinct parameter once" in shown
    assert "28,348,416" in shown


def test_other_conventions_show_what_differs(run):
    shown = run(SMALL_MODEL).stdout
    assert shown.count("feed_forward") == 1
    assert "every parameter, and a tied token table at" in shown


def test_a_shipped_model_goes_by_its_name(run, tmp_path):
    from click.testing import CliRunner

    shown = CliRunner().invoke(
        group, ["solve", "parameters.model", "--config", "gpt-2 small", "counted=distinct"]
    )
    assert "124,439,808" in shown.stdout


def test_values_beside_the_file_come_first(run):
    assert run(SMALL_MODEL, "counted=distinct").stdout != run(SMALL_MODEL, "L=3", "counted=distinct").stdout


def test_stdin_is_a_file(run):
    from click.testing import CliRunner

    arguments = ["solve", "parameters.model", "--config", "-", "counted=distinct", "--format", "json"]
    solution = json.loads(CliRunner().invoke(group, arguments, input=SMALL_MODEL).stdout)
    assert solution["answers"][0]["parts"][0]["display"] == "1,936"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("d: 8\nL: 2\nheds: 2\n", "model.yaml:3:1: unknown setting 'heds'"),
        ("d: 8\nL: 2\nh_kw: 2\n", "did you mean 'h_kv'?"),
        ("d: 8\nL: 2\nh: 3\n", "model.yaml:3:1: d = 8 is no multiple of h = 3; write another h"),
        ("d: 8\nL: 2\nh: 4\nh_kv: 3\n", "model.yaml:4:1: h = 4 is no multiple of h_kv = 3"),
        ("d: 8\nh: 2\n", "L is missing"),
        ("d: 8\nL: two\n", "model.yaml:2:1: L: two is no whole number"),
        ("d: 8\nL: 2\ngated: maybe\n", "neither true nor false"),
        ("d: 8\nL: 2\nnorm: batch\n", "write one of none, layer, scale, rms"),
        ("d: 8\nL: 2\nexperts: 4\n", "a token uses none of the experts"),
        ("d: 8\nL: 2\nexperts: 4\nactive_experts: 5\n", "5 of 4 experts"),
        ("d: 8\nL: 2\nV: 9\ne: 4\nhead: tied\n", "model.yaml:5:1: the table is 4 wide"),
        ("d: 8\nL: 2\nhead: untied\n", "an output layer without a vocabulary"),
        ("d: 0\nL: 2\n", "d is 0"),
        ("- d\n", "no configuration"),
        ("model_type: bert2\n", "did you mean 'bert'?"),
        ("model_type: llama\nhidden_size: 4096\n", "does not say its L; write one of num_hidden_layers"),
        (
            "model_type: vit\nhidden_size: 8\nnum_hidden_layers: 2\nnum_attention_heads: 2\nintermediate_size: 8\npatch_size: 4\nnum_channels: 3\nimage_size: big\n",
            "translated",
        ),
        ("d: 8\nd: 9\n", "stands here twice"),
    ],
)
def test_what_is_refused_says_where_and_what_to_write(run, text, said):
    result = run(text)
    assert result.exit_code == 1
    assert said in str(result.exception)


def test_a_template_without_a_configuration_takes_none():
    from click.testing import CliRunner

    result = CliRunner().invoke(group, ["solve", "parameters.stack", "--config", str(MODELS)])
    assert "takes no configuration" in str(result.exception)


# Configurations as parameters


def test_a_configuration_comes_back_from_a_bank_line(template):
    from qbank.author.params import to_json

    domain = template.space.domains["config"]
    assert isinstance(domain, Configurations)
    for value in domain.values:
        stored = domain.from_json(json.loads(json.dumps(to_json(value), sort_keys=True)))
        assert stored == value
        assert stored.said == value.said, "a prompt says the settings in one order, whatever that of the line"


def test_a_configuration_is_frozen_and_remembers_what_was_said(template):
    domain = template.space.domains["config"]
    small = domain.read({"d": 8, "L": "2", "h": 4})
    assert (small.d, small.h_kv, small.width, small.gated) == (8, 4, None, False)
    assert small.given == {"d": 8, "L": 2, "h": 4}
    assert small.changed(h=2).h == 2
    assert small.h == 4
    assert hash(small) == hash(domain.read({"d": 8, "L": 2, "h": 4}))
    assert str(small) == "{d: 8, L: 2, h: 4}"
    with pytest.raises(AttributeError):
        small.d = 9
